"""MEASURE: one module a metric. ``base`` says what a metric is, ``spec`` how it is named, ``registry`` lists them."""
