# docker build --tag trace . builds an image of this checkout; docs/install.md says how to run it.
FROM node:24-slim AS build
WORKDIR /source
COPY . .
# Without scripts, because one of them builds, and the build needs the packages that are removed.
RUN npm ci && npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
COPY --from=build /source/package.json /opt/trace/
COPY --from=build /source/bin /opt/trace/bin
COPY --from=build /source/dist /opt/trace/dist
COPY --from=build /source/node_modules /opt/trace/node_modules
RUN ln -s /opt/trace/bin/trace.js /usr/local/bin/trace && mkdir /data && chown node:node /data
# The configuration, its state folder .trace and the approvals: mount a volume that keeps them.
ENV TRACE_HOME=/data/home
WORKDIR /data
VOLUME /data
USER node
ENTRYPOINT ["trace"]
CMD ["--help"]
