"""Rendering: tables and logs as HTML, in every language of the page."""
