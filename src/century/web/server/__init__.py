"""The HTTP server: pages, API, identity and limits."""
