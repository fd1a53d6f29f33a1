"""Every output of every kind of record: functions from (record, style) to text, which ``render/renderers.py`` lists."""
