import type { InlineHashes } from "~/rendering/document-context";

/** Where scripts and frames may come from, beside ourselves, by the vendors that are switched on. */
const STRIPE = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};
const MAPS = {
  script: ["https://maps.googleapis.com"],
  connect: ["https://maps.googleapis.com", "https://places.googleapis.com"],
};

/** Headers of every answer; a document adds its own policy for content. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), usb=(), geolocation=(self), browsing-topics=()",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
});

/**
 * Only scripts and styles of ours and those whose hash is named are used. Documents are cached and sent to many, so there is no
 * nonce; hashes are only taken of what the renderer itself wrote.
 */
export function contentPolicy(
  { publicUrl, stripe, maps, development }: { publicUrl: string; stripe: boolean; maps: boolean; development: boolean },
  hashes: InlineHashes,
): string {
  const vendors = [...(stripe ? [STRIPE] : []), ...(maps ? [MAPS] : [])];
  const of = (kind: "script" | "connect") => vendors.flatMap((vendor) => vendor[kind]);
  const { scripts, styles } = sourcesOf(hashes, development);
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scripts, ...of("script")],
    "style-src": ["'self'", ...styles],
    // Positions and sizes that a component computes are style attributes.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "https:"],
    "media-src": ["'self'", "https:"],
    "connect-src": ["'self'", ...of("connect"), ...(development ? ["ws:"] : [])],
    "frame-src": stripe ? STRIPE.frame : ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    ...(publicUrl.startsWith("https:") && { "upgrade-insecure-requests": [] }),
  };
  return policyOf(directives);
}

/** Headers of every answer of the back office: no cache stores it, no search engine lists it, no page frames it. */
export const backOfficeHeaders = (origin: string): Record<string, string> => ({
  ...securityHeaders(origin),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Forms keep their Origin with it, and other sites get no referrer.
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), usb=(), geolocation=(), browsing-topics=()",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
});

/** The policy of a screen: no vendor at all. Pictures come from the shop, which may have another host. */
export function backOfficePolicy(
  { publicUrl, host }: { publicUrl: string; host?: string | undefined },
  hashes: InlineHashes,
  development: boolean,
): string {
  const { scripts, styles } = sourcesOf(hashes, development);
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scripts],
    "style-src": ["'self'", ...styles],
    // Positions and sizes that a component computes are style attributes.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...(host === undefined ? [] : [new URL(publicUrl).origin])],
    "connect-src": ["'self'", ...(development ? ["ws:"] : [])],
    "frame-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    ...(publicUrl.startsWith("https:") && { "upgrade-insecure-requests": [] }),
  };
  return policyOf(directives);
}

/** The sources of what stands in a document: Vite's development server writes scripts and styles that nobody has hashed. */
function sourcesOf({ scripts, styles }: InlineHashes, development: boolean): InlineHashes {
  const sources = (hashes: string[]) => (development ? ["'unsafe-inline'"] : hashes.map((hash) => `'sha256-${hash}'`));
  return { scripts: sources(scripts), styles: sources(styles) };
}

const policyOf = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
