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
 * Only scripts of ours and those whose hash is named may run. Documents are cached and sent to many, so there is no
 * nonce; hashes are only taken of scripts that the renderer itself wrote.
 */
export function contentPolicy(
  { publicUrl, stripe, maps, development }: { publicUrl: string; stripe: boolean; maps: boolean; development: boolean },
  scriptHashes: string[],
): string {
  const vendors = [...(stripe ? [STRIPE] : []), ...(maps ? [MAPS] : [])];
  const of = (kind: "script" | "connect") => vendors.flatMap((vendor) => vendor[kind]);
  const scripts = development ? ["'unsafe-inline'"] : scriptHashes.map((hash) => `'sha256-${hash}'`);
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scripts, ...of("script")],
    "style-src": ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
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
  scriptHashes: string[],
  development: boolean,
): string {
  const inline = development ? ["'unsafe-inline'"] : [];
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...(development ? inline : scriptHashes.map((hash) => `'sha256-${hash}'`))],
    "style-src": ["'self'", ...inline],
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

const policyOf = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
