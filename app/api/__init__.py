"""HTTP: routers, request and response helpers, OpenAPI, pages and middleware."""
