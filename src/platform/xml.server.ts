import { XMLBuilder } from "fast-xml-parser";

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  suppressEmptyNode: true,
  processEntities: true,
});

/** A document from nested names and values; `@name` is an attribute, a list repeats its name. Texts are escaped. */
export const xml = (document: Record<string, unknown>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${String(builder.build(document))}\n`;

/** An XML response. */
export const xmlResponse = (document: Record<string, unknown>, headers: Record<string, string>): Response =>
  new Response(xml(withoutControls(document) as Record<string, unknown>), {
    headers: { ...headers, "Content-Type": "application/xml; charset=utf-8" },
  });

/** XML has no way to write most control characters. */
function withoutControls(value: unknown): unknown {
  // oxlint-disable-next-line no-control-regex
  if (typeof value === "string") return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  if (Array.isArray(value)) return value.map(withoutControls);
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutControls(inner)]));
  return value;
}
