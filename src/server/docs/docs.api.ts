import { createHash } from "node:crypto";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import { CACHE_CONTROL } from "~/platform/file-response.server";
import type { Services } from "~/services";
import type { ApiDocument } from "./openapi";
import { referencePage } from "./reference";
import styleAddress from "./reference.css?url";

/** Adds a copy button to each command. */
const SCRIPT = `for (const command of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  const text = command.textContent;
  button.type = "button";
  button.className = "ref__copy";
  button.textContent = "Copy";
  button.onclick = async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  };
  command.prepend(button);
}`;

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** API description, as JSON at `/openapi.json` and as a page at `/docs`; both are made again only for a new name of the shop. */
export function docsApi(described: OpenAPIHono, { address, settings }: Pick<Services, "address" | "settings">) {
  let made: { shopName: string; json: string; page: string } | undefined;

  function both() {
    const { shopName } = settings();
    if (made?.shopName === shopName) return made;
    const document = described.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: `${shopName} API`,
        version: "1",
        description: "The calls of the shop's own pages, open to other programs. Money is in US dollars.",
      },
      servers: [{ url: "/api" }],
      security: [],
    }) as ApiDocument;
    const page = referencePage({ document, base: `${address}/api`, style: styleAddress, script: SCRIPT });
    return (made = { shopName, json: JSON.stringify(document), page });
  }

  const hour = { "cache-control": CACHE_CONTROL.hour };
  return new Hono()
    .get("/openapi.json", (c) => c.body(both().json, 200, { ...hour, "content-type": "application/json" }))
    .get("/docs", (c) => c.html(both().page, 200, { ...hour, "content-security-policy": POLICY }));
}
