import { createHash } from "node:crypto";

/** Seconds after which the browser tries again. */
const RETRY_AFTER = 5;

// System colors: a style sheet would be another request to a busy shop.
const STYLE =
  ":root{color-scheme:dark;font:1.1rem/1.5 system-ui,sans-serif}body{max-width:30rem;margin:20vh auto;padding:1rem}";
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta http-equiv="refresh" content="${RETRY_AFTER}" />
    <title>One moment</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>One moment</h1>
      <p>The shop is full right now. This page tries again by itself in a few seconds.</p>
      <p><a href="">Try again</a></p>
    </main>
  </body>
</html>
`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

/** Refuses a page because the render queue is full. Nothing was started; forms may be sent again. */
export const busyResponse = (): Response =>
  new Response(PAGE, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      "retry-after": String(RETRY_AFTER),
    },
  });
