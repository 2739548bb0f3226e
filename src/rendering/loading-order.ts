/**
 * Loading order of a document: styles, first pictures, fonts, and then scripts. Simultaneous downloads share a slow connection,
 * so that scripts, which are the largest, wait for the first pictures. On phones the layout below the first window waits
 * too. Both begin only after the first paint.
 */
import { earlyInputScript } from "./early-input-script";
import { splashTimer } from "./splash-timer";

/** Style sheets of a document, in one of two forms. */
export type Sheets =
  | {
      /** Critical rules, which are written into the document, because a file would cost a round trip before the first paint. */
      styles: string;
      /** Address of the remaining rules, for which scripts wait. */
      later: string;
    }
  /** Address of one style sheet with all rules. */
  | { href: string };

/** Maximum time in milliseconds for which scripts and deferred layout wait for the first paint and the first pictures. */
const PATIENCE = 3000;

/** Selectors of parts below a phone's first window, which src/shell/parts.css excludes from the first layout. */
export const PARTS =
  ".above-first > :not(.above, script), .buy > :not(h1, .buy__sub, .buy__offer, .buy__lead, .pick), .vin, .grid > :nth-child(n + 9), #footer > *";

/**
 * Script that marks a new document before its layout. A restored document is laid out completely at once, because its scroll
 * position needs the full height. The script removes itself before hydration.
 */
const mark = `(() => {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "navigate" && !location.hash) document.documentElement.dataset.new = "pictures";
  document.currentScript.remove();
})();`;

/**
 * Script that runs when the styles are loaded. After the first paint, and when the first pictures have loaded or failed, it lays
 * out the remaining parts, one per frame, and downloads the page's scripts meanwhile. These run when the remaining styles have
 * loaded or failed, at the latest after `PATIENCE`.
 */
const start = `(() => {
  const held = document.querySelector("script[data-files]");
  let isBooted = false;
  const boot = () => {
    if (isBooted) return;
    isBooted = true;
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = held.textContent;
    document.body.append(script);
    script.remove();
  };
  const begin = () => {
    const { later } = held.dataset;
    if (later) {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = later;
      sheet.onload = sheet.onerror = boot;
      setTimeout(boot, ${PATIENCE});
      document.head.append(sheet);
    }
    for (const href of held.dataset.files.split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    if (!later) boot();
  };
  const parts = [...document.querySelectorAll(${JSON.stringify(PARTS)})];
  const { dataset } = document.documentElement;
  let shown = 0;
  const showAll = () => {
    shown = parts.length;
    delete dataset.new;
    for (const part of parts) part.style.removeProperty("content-visibility");
  };
  const show = () => {
    if (shown === parts.length) return showAll();
    parts[shown++].style.contentVisibility = "visible";
    requestAnimationFrame(show);
  };
  if (scrollY > 0) showAll();
  for (const type of ["scroll", "wheel", "pointerdown", "keydown"]) addEventListener(type, showAll, { once: true, capture: true });
  const urgent = [...document.querySelectorAll("img[fetchpriority=high]")];
  const next = urgent.filter((image) => image.loading === "lazy");
  const first = urgent.filter((image) => !next.includes(image) && !image.complete);
  const come = first.map((image) => new Promise((resolve) => (image.onload = image.onerror = resolve)));
  const painted = new Promise((resolve) => {
    const isSeen = !document.hidden && PerformanceObserver.supportedEntryTypes.includes("paint");
    if (!isSeen) return resolve();
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  });
  const enough = new Promise((resolve) => setTimeout(resolve, ${PATIENCE}));
  Promise.race([Promise.all([painted, ...come]), enough]).then(() => {
    // The second row of pictures on a phone is loaded before the scripts; on a wide screen the head preloads it.
    for (const image of next) image.loading = "eager";
    begin();
    if (dataset.new) dataset.new = "";
    // Waits two frames, because laying out parts would delay the frame that shows the pictures.
    requestAnimationFrame(() => requestAnimationFrame(show));
  });
})();`;

const MODULES = /<link[^>]* rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g;
/**
 * Matches the viewport tag, which has to come before preloads of pictures: without it browsers choose picture widths for a window
 * of 980 px.
 */
const VIEWPORT = /<meta name="viewport"[^>]*\/>/;
/** Matches the preloads of pictures in the first window. */
const PICTURES = /<link[^>]* rel="preload"[^>]*? as="image"[^>]*\/>/g;
/** Matches the style sheets of screens. Those for print stay in their place, because no paint waits for them. */
const SHEETS = /<link(?![^>]* media="print")[^>]* rel="stylesheet"[^>]*? href="([^"#]+)[^>]*\/>/g;
const CHARSET = '<meta charSet="utf-8"/>';
const SPLASH = /<div class="splash"/;
const BOOT = / type="module" async="">/;

const markup = (sheets: Sheets, nonce: string): string =>
  "href" in sheets
    ? `<link rel="stylesheet" href="${sheets.href}"/>`
    : `<style nonce="${nonce}">${sheets.styles.trim()}</style>`;

/**
 * Puts a rendered document into the loading order, with the given style sheets or its own. Preloads of scripts are collected and
 * delayed until the styles and the first pictures are loaded.
 */
export function inLoadingOrder(html: string, nonce: string, sheets?: Sheets): string {
  const headEnd = html.indexOf("</head>");
  const bodyEnd = html.lastIndexOf("</body>");
  const head = html.slice(0, headEnd);
  const body = html.slice(headEnd, bodyEnd);
  const sheet = sheets ? markup(sheets, nonce) : (head.match(SHEETS) ?? []).join("");
  const bare = head.replace(SHEETS, "");
  if (!BOOT.test(body)) return bare.replace(CHARSET, () => CHARSET + sheet) + html.slice(headEnd);

  const files = [...head.matchAll(MODULES)].map(([, href]) => href);
  // All inline code of the head is in one script, because the policy contains a hash for each, and hashes do not compress.
  const code = [mark, earlyInputScript, ...(SPLASH.test(body) ? [splashTimer] : [])].join("");
  const pictures = [VIEWPORT, PICTURES].flatMap((each) => bare.match(each) ?? []).join("");
  const ahead = `${CHARSET}${pictures}<script nonce="${nonce}">${code}</script>${sheet}`;
  const ordered = bare
    .replace(VIEWPORT, "")
    .replace(MODULES, "")
    .replace(PICTURES, "")
    .replace(CHARSET, () => ahead);
  const later = sheets && "later" in sheets ? ` data-later="${sheets.later}"` : "";
  const held = body.replace(BOOT, ` type="text/plain" data-files="${files.join(" ")}"${later}>`);
  const withoutScript =
    sheets && "later" in sheets ? `<noscript><link rel="stylesheet" href="${sheets.later}"/></noscript>` : "";
  return `${ordered}${held}${withoutScript}<script nonce="${nonce}">${start}</script>${html.slice(bodyEnd)}`;
}

/** Value of the document's `Link` header, with preloads that start a round trip before the document is parsed. */
export function preloadHeader(html: string): string {
  const head = html.slice(0, html.indexOf("</head>"));
  const sheets = [...head.matchAll(SHEETS)].map(([, href]) => `<${href}>; rel=preload; as=style`);
  return sheets.join(", ");
}
