# The client, bundled.
FROM node:22-slim AS client
WORKDIR /source
COPY package.json .
RUN npm install --ignore-scripts --no-audit --no-fund --no-package-lock
COPY tools tools
COPY static static
RUN node tools/build_client.js

# The server as one slim image that does not run as root. `docker compose` runs it five times: to migrate, to write
# the client's files, to serve twice, and to save backups.
FROM python:3.11-slim AS build
WORKDIR /source
RUN python -m venv /venv
COPY requirements.lock .
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY app app
COPY migrations migrations
COPY static static
RUN /venv/bin/pip install --no-cache-dir --no-deps ./engine .
RUN RICHELIEU_DATA=/data /venv/bin/python -m app tables

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home richelieu && install -d -o richelieu /srv/client \
  && install -d -o richelieu -m 0700 /srv/backups
COPY --from=build /venv /venv
COPY --from=client /source/dist /venv/lib/python3.11/site-packages/dist
COPY --from=build --chown=richelieu /data /srv/data
WORKDIR /srv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 RICHELIEU_HOST=0.0.0.0
USER richelieu
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/ready', timeout=2)"]
CMD ["python", "-m", "app", "serve"]
