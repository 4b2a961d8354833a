# syntax=docker/dockerfile:1
# The image of Tracewell: the npm package, on Debian. The record engine needs glibc, so there is no Alpine variant.
#   docker build -t tracewell .
#   docker run -p 4318:4318 -p 4317:4317 -v tracewell:/data tracewell
# Each stage runs one script of deploy/image, which also runs without a container engine.
ARG NODE=26.10.0

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN deploy/image/build.sh /packages

FROM node:${NODE}-bookworm-slim AS install
COPY --from=build /packages /packages
COPY deploy/image/install.sh /install.sh
RUN /install.sh /packages /opt/tracewell

FROM node:${NODE}-bookworm-slim
LABEL org.opencontainers.image.title="Tracewell" \
  org.opencontainers.image.description="Observability for AI agents" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=install /opt/tracewell /opt/tracewell
RUN install -d -o 10001 -g 10001 -m 0700 /data
ENV PATH=/opt/tracewell/bin:$PATH \
  HOST=0.0.0.0 \
  PORT=4318 \
  TRACEWELL_DATA_DIR=/data \
  # The root file system may be read-only; the data is not.
  XDG_CACHE_HOME=/data/.cache \
  NODE_ENV=production
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4318 4317
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "/opt/tracewell/healthcheck.mjs"]
ENTRYPOINT ["tracewell"]
CMD ["serve"]
