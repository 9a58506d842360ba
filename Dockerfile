# The whole service in one image: `docs/installing.md` says how to run it.
FROM node:26.11.1-bookworm-slim@sha256:86f07bc9c5dce4578cf37e5a418b7bfc7f817cda25cde66e2b66e95ed86c4567 AS build
WORKDIR /src
COPY . .
RUN npm ci && npm run pack -- --to /release
WORKDIR /opt/rostrum
# Exactly the packages of the repository's lockfile, with the Node among them: the same version as everywhere.
RUN cp /release/package.json /release/package-lock.json /release/rostrum-[0-9]*.tgz . \
  && npm ci --ignore-scripts --no-audit --no-fund

FROM node:26.11.1-bookworm-slim@sha256:86f07bc9c5dce4578cf37e5a418b7bfc7f817cda25cde66e2b66e95ed86c4567
LABEL org.opencontainers.image.title="Rostrum" org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/rostrum /opt/rostrum
# The embedded PostgreSQL needs a user that /etc/passwd lists. `node` comes with the base image.
RUN install -d -o node -g node -m 0700 /data
USER node
# All that is ever written is below /data, so the root file system may be read-only.
WORKDIR /data
VOLUME /data
ENV HOST=0.0.0.0 ROSTRUM_DATA_DIR=/data XDG_CACHE_HOME=/data/cache PATH=/opt/rostrum/node_modules/.bin:$PATH
EXPOSE 4000
STOPSIGNAL SIGTERM
# By the shell: starting a Node every ten seconds costs more than an idle service.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-4000} && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
ENTRYPOINT ["/opt/rostrum/node_modules/.bin/node", "--max-semi-space-size=8", "/opt/rostrum/node_modules/rostrum/bin/rostrum.js"]
CMD ["serve"]
