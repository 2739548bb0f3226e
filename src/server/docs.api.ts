import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Hono } from "hono";
import { fileAnswer, fresh } from "~/platform/file-answer.server";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference</title>
  </head>
  <body>
    <script
      id="api-reference"
      data-url="/api/openapi.json"
      data-configuration='{"withDefaultFonts":false,"darkMode":true,"telemetry":false,"hideClientButton":true,"showDeveloperTools":"never","agent":{"disabled":true},"mcp":{"disabled":true}}'
    ></script>
    <script src="/api/docs/reference.js"></script>
  </body>
</html>
`;

/** The reference draws its own styles and asks nobody but us. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The reference of all calls as a page, its program served by ourselves. */
export const docsApi = () =>
  new Hono()
    .get("/", (c) => c.html(PAGE, 200, { "content-security-policy": POLICY, "cache-control": "public, max-age=3600" }))
    .get("/reference.js", async (c) => {
      const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
      const bytes = await readFile(join(dirname(entry), "browser/standalone.js"));
      return fileAnswer(c.req.raw, { bytes, type: "text/javascript; charset=utf-8" }, fresh.hour);
    });
