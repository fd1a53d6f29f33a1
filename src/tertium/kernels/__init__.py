"""Typed door to the native core: integers in, numbers out. One module an area; nothing else imports ``_native``.

``_native.pyi`` is generated from the built module (``make stub``), so that mypy checks every call to it.
"""
