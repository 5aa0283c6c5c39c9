# The server as one slim image that does not run as root. `docker compose` runs it three times: to migrate, and to
# serve twice.
FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY app app
COPY migrations migrations
COPY static static
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir ./engine .

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home richelieu
COPY --from=build /venv /venv
WORKDIR /srv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 RICHELIEU_HOST=0.0.0.0
USER richelieu
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/ready', timeout=2)"]
CMD ["python", "-m", "app", "serve"]
