FROM node:24.21.0-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The lock file names these workspaces; none of their libraries are installed.
COPY sandbox/package.json sandbox/
COPY studio/package.json studio/
# npm keeps TypeScript, because i18next has it as an optional peer; nothing here runs it.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@tunesmith node_modules/typescript node_modules/@typescript

FROM node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY src src
USER node
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT || 8080}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
