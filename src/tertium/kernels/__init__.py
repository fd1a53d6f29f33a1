"""Typed door to the native core: integers in, numbers out. One module an area; nothing else imports ``_native``."""
