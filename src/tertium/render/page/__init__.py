"""The report page: sections, the data that goes into the page, and the modules (``assets``) that make it alive."""
