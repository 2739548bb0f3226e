import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import condensedFont from "@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2?url";
import textFont from "@fontsource/barlow/files/barlow-latin-400-normal.woff2?url";
import { Mark } from "~/back-office/ui/mark";

/** A page that works without the database and the router. Its style is inline; fonts and icon are optional files. */
interface StandalonePage {
  look: "shop" | "workshop";
  status: number;
  title: string;
  text?: string;
  link: { to: string; label: string };
  /** Seconds until another request makes sense, sent as Retry-After. */
  retryAfter?: number;
  /** Whether the page reloads itself after `retryAfter`. */
  refreshes?: boolean;
}

/** Colors of the two applications, as in their theme.css. */
const COLORS = {
  shop: {
    scheme: "dark",
    ground: "#0c0b0a",
    ink: "#ede7db",
    dust: "#aaa193",
    asphalt: "#26221d",
    face: "#ede7db",
    lit: "#fff",
    onFace: "#0c0b0a",
  },
  workshop: {
    scheme: "light dark",
    ground: "light-dark(#f4efe5, #0c0b0a)",
    ink: "light-dark(#16130f, #ede7db)",
    dust: "light-dark(#5f574b, #aaa193)",
    asphalt: "light-dark(#24201b, #26221d)",
    face: "light-dark(#16130f, #ede7db)",
    lit: "light-dark(#3a332a, #fff)",
    onFace: "light-dark(#f8f4ec, #0c0b0a)",
  },
};
const AMBER = "#f0a63a";
const SIGN = `"Barlow Condensed", "Arial Narrow", "Liberation Sans Narrow", sans-serif`;

const fontFace = (family: string, weight: number, file: string): string =>
  `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: url("${file}") format("woff2"); }`;

const styleOf = (colors: (typeof COLORS)["shop"]): string => `
  ${fontFace("Barlow Condensed", 700, condensedFont)}
  ${fontFace("Barlow", 400, textFont)}
  html { color-scheme: ${colors.scheme}; background: ${colors.ground}; color: ${colors.ink}; font: 1.0625rem/1.5 Barlow, Arial, sans-serif; }
  body { display: grid; grid-template-rows: auto 1fr auto; gap: 2rem; box-sizing: border-box; min-height: 100dvh; margin: 0; padding: 2rem clamp(20px, 6vw, 96px); }
  svg { display: block; width: 40px; height: 40px; }
  main { align-self: center; max-width: 34rem; }
  h1 { margin: 0 0 1rem; font: 700 clamp(2.875rem, 2rem + 2.6vw, 4rem)/0.9 ${SIGN}; letter-spacing: -0.012em; text-transform: uppercase; text-wrap: balance; }
  p { margin: 0 0 1.5rem; color: ${colors.dust}; text-wrap: pretty; }
  a { display: inline-flex; align-items: center; min-height: 52px; padding: 0 1.5rem; background: ${colors.face}; color: ${colors.onFace}; font: 700 1.25rem/1 ${SIGN}; letter-spacing: 0.015em; text-decoration: none; text-transform: uppercase; }
  a:hover { background: ${colors.lit}; }
  a:focus-visible { outline: 3px solid ${AMBER}; outline-offset: 3px; }
  hr { height: 12px; margin: 0; border: 0; background: repeating-linear-gradient(90deg, ${AMBER} 0 28px, transparent 28px 56px) 14px 50% / 100% 3px no-repeat ${colors.asphalt}; }
`;

const styles = { shop: styleOf(COLORS.shop), workshop: styleOf(COLORS.workshop) };
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
const policies = { shop: policyOf(styles.shop), workshop: policyOf(styles.workshop) };

/** Response with a standalone page, which is neither cached nor indexed by search engines. */
export function standalonePage(page: StandalonePage): Response {
  const { look, status, retryAfter } = page;
  return new Response(`<!doctype html>${renderToStaticMarkup(<Page {...page} />)}`, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policies[look],
      "cache-control": "no-store",
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    },
  });
}

const Page = ({ look, title, text, link, retryAfter, refreshes }: StandalonePage) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      {refreshes && <meta httpEquiv="refresh" content={String(retryAfter)} />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: styles[look] }} />
    </head>
    <body>
      <Mark />
      <main>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
        <a href={link.to}>{link.label}</a>
      </main>
      <hr />
    </body>
  </html>
);
