import { createHash } from "node:crypto";

/** Derives an id from a name: a UUID of version 8 (RFC 9562) made of the name's SHA-256. */
export function idOfName(name: string): string {
  const digest = createHash("sha256").update(name).digest("hex");
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, variant + digest.slice(17, 20)];
  return [...parts, digest.slice(20, 32)].join("-");
}
