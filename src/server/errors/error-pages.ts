import { createHash } from "node:crypto";
import { type RefusalCode, refusalHeaders } from "~/shop/refusal";
import { problem } from "~/shop/shop.api";

/** Addresses that programs request. */
const FOR_PROGRAMS = /^\/(api|assets|pictures|healthz|readyz)(\/|$)|\.data$/;

const STYLE = `
  html { color-scheme: dark; background: #0c0b0a; color: #ede7db; font: 1rem/1.6 Barlow, system-ui, sans-serif; }
  body { display: grid; min-height: 100vh; margin: 0; place-items: center; text-align: center; }
  main { padding: 2rem; }
  h1 { margin: 0 0 1.5rem; font: 700 2rem/1.1 "Barlow Condensed", "Arial Narrow", sans-serif; text-transform: uppercase; }
  a { color: inherit; }
`;

/** Policy of an error page, which needs only its inline style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface Declined {
  status: number;
  code: RefusalCode | "fault";
  message: string;
  details?: object | undefined;
}

/** Response to a request refused before routing: a problem document for programs, a small page for people. */
export function refusalResponse(path: string, declined: Declined, more: Record<string, string> = {}): Response {
  const answer = FOR_PROGRAMS.test(path) ? problem(declined) : page(declined);
  for (const [name, value] of Object.entries({ ...refusalHeaders(declined.details), ...more }))
    answer.headers.set(name, value);
  return answer;
}

/** Response about an internal error, without details. */
export const faultResponse = (path: string): Response =>
  refusalResponse(path, { status: 500, code: "fault", message: "Something went wrong." });

function page({ status, message }: Declined): Response {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${message}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${message}</h1>
      <a href="/">Back to the shop</a>
    </main>
  </body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": POLICY,
    },
  });
}
