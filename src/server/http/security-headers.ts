import type { InlineHashes } from "~/rendering/document-context";

/** Sources that the content policy allows for vendors that are switched on. */
const STRIPE = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};
const MAPS = {
  script: ["https://maps.googleapis.com"],
  connect: ["https://maps.googleapis.com", "https://places.googleapis.com"],
};

/** Headers of every response; documents add their content security policy. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), usb=(), geolocation=(self), browsing-topics=()",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
});

/**
 * Policy that allows only the shop's own scripts and styles, and inline ones by hash. Documents are cached and shared, so a nonce
 * is not possible; the hashes cover only scripts and styles that the renderer wrote.
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
    // Components set computed positions and sizes by style attributes.
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

/** Headers of every response of the back office: never cached, indexed or framed. */
export const backOfficeHeaders = (origin: string): Record<string, string> => ({
  ...securityHeaders(origin),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Keeps the Origin header of forms, and hides the back office's addresses from other sites.
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), usb=(), geolocation=(), browsing-topics=()",
  "x-robots-tag": "noindex",
  "cache-control": "no-store",
});

/** Content policy of a screen, which allows no vendors. Pictures come from the shop, which may have another host. */
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
    // Components set computed positions and sizes by style attributes.
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

/** Sources of inline code: Vite's development server adds scripts and styles without hashes. */
function sourcesOf({ scripts, styles }: InlineHashes, development: boolean): InlineHashes {
  const sources = (hashes: string[]) => (development ? ["'unsafe-inline'"] : hashes.map((hash) => `'sha256-${hash}'`));
  return { scripts: sources(scripts), styles: sources(styles) };
}

const policyOf = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
