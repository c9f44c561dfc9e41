# One image for every service: `docker run IMAGE COMMAND…` runs `bylaw COMMAND…`. The last target, which is built where none
# is named, serves a workspace over HTTP; `--target support` serves the support agent, `--target orchestrator` the orchestrator;
# `--target bylaw` has no command of its own. NODE is any tag of the official image: 20-slim, 22-slim, 24-alpine, …
ARG NODE=20-slim

FROM node:${NODE} AS build
# sqlite3 is compiled where there is no binary for the platform.
RUN if command -v apk; then apk add --no-cache python3 make g++; \
    else apt-get update && apt-get install -y --no-install-recommends python3 make g++; fi
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Nobody's install script runs but the one that fetches or compiles the driver of SQLite.
RUN npm ci --ignore-scripts && npm rebuild sqlite3
COPY . .
# What the image holds is what the package holds, with the dependencies it runs on: the optional ones too, in the versions
# of the lock file, because an image is for every choice of settings.
RUN npm run -s build \
 && npm pack --ignore-scripts --pack-destination /tmp \
 && mkdir /app && tar -xzf /tmp/bylaw-*.tgz -C /app --strip-components=1 \
 && npm pkg delete peerDependenciesMeta devDependencies && npm prune && mv node_modules /app/ \
 && chmod 755 /app/dist/core/cli.js

FROM node:${NODE} AS bylaw
# git_history reads with git.
RUN if command -v apk; then apk add --no-cache git; \
    else apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*; fi
COPY --from=build /app /app
RUN ln -s /app/dist/core/cli.js /usr/local/bin/bylaw
ENV NODE_ENV=production
USER 1000:1000
ENTRYPOINT ["bylaw"]

FROM bylaw AS support
# A message leaves three quarters of a megabyte behind: collected less often, less of it is still in use.
ENV NODE_OPTIONS=--max-semi-space-size=32
ENV AGENT_SERVER__HOST=0.0.0.0 AGENT_SERVER__PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8000/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["support", "serve"]

FROM bylaw AS orchestrator
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["orchestrator", "serve"]

FROM bylaw AS workspace
ENV MCP_HTTP__HOST=0.0.0.0 MCP_HTTP__PORT=8080 MCP_SANDBOX__WORKSPACE=/workspace
# glibc gives back what is freed; by itself it keeps more the larger the pieces are that it was asked for.
ENV MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["workspace", "serve"]
