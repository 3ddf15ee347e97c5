# syntax=docker/dockerfile:1
# golemry serve in a container: `docker build --tag golemry .`, then
# `docker run --read-only --publish 4646:4646 --volume golemry:/data golemry`.

FROM rust:1.95-slim-bookworm AS build
# The toolchain of the image, instead of fetching the one that rust-toolchain.toml names.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /src
COPY . .
# Named by `golemry --version`, since .git is not copied.
ARG GOLEMRY_COMMIT=""
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --profile shipped --locked --package golemry \
    && cp target/shipped/golemry /golemry \
    && mkdir /data

# The C library, certificates and a user; no shell and no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /golemry /usr/local/bin/golemry
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
# The only folder that is written to: the root file system can be read-only.
VOLUME /data
EXPOSE 4646
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s CMD ["golemry", "health"]
ENTRYPOINT ["golemry"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data", "--log", "json"]
