/**
 * The order in which a document is loaded and laid out: its style sheet, its first pictures, its fonts, and last its scripts. On a slow
 * line whatever comes at the same time shares it, so that the scripts, the heaviest part, wait until the first pictures are there.
 * On a phone's slow processor what lies below the first window waits for them, too. Nothing of either comes before the first paint.
 */
import { earlyInputScript } from "./early-input-script";
import { splashScript } from "./splash-script";

/** The styles of a document. */
export type Sheets =
  | {
      /** Critical rules, written into the document: a file would cost a network round trip before the first paint. */
      styles: string;
      /** The address of the rest, without which no script begins: what a click may lead to or open. */
      later: string;
    }
  /** The address of the one sheet that has all rules. */
  | { href: string };

/** How long scripts and parts wait for the first paint and the first pictures at most, in milliseconds. */
const PATIENCE = 3000;

/** The parts below a phone's first window: src/shell/parts.css leaves them out of the layout of a new document. */
export const PARTS =
  ".above-first > :not(.above, script), .buy > :not(h1, .buy__sub, .buy__lead, .pick), .vin, .grid > :nth-child(n + 9), #footer > *";

/**
 * Marks the document as new before anything of it is laid out. One that is shown again at the place where it was left is whole at
 * once: its height has to be right. The script takes itself out, because React knows nothing of it.
 */
const mark = `(() => {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "navigate" && !location.hash) document.documentElement.dataset.new = "";
  document.currentScript.remove();
})();`;

/**
 * Runs once the styles are there. When the page has been painted and the first pictures have come, or failed, it lets the parts into
 * the layout, one in a frame, and starts the page's scripts; so the layout is done while these are loaded. They begin when the rest of
 * the styles is there: whatever they show has its styles.
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
  let shown = 0;
  const show = () => {
    if (shown < parts.length) {
      parts[shown++].style.contentVisibility = "visible";
      return requestAnimationFrame(show);
    }
    delete document.documentElement.dataset.new;
    for (const part of parts) part.style.removeProperty("content-visibility");
  };
  const first = [...document.querySelectorAll("img[fetchpriority=high]")].filter((image) => !image.complete);
  const come = first.map((image) => new Promise((resolve) => (image.onload = image.onerror = resolve)));
  const painted = new Promise((resolve) => {
    const isSeen = !document.hidden && PerformanceObserver.supportedEntryTypes.includes("paint");
    if (!isSeen) return resolve();
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  });
  const enough = new Promise((resolve) => setTimeout(resolve, ${PATIENCE}));
  Promise.race([Promise.all([painted, ...come]), enough]).then(() => {
    begin();
    // The next frame has the pictures: no layout holds it up.
    requestAnimationFrame(() => requestAnimationFrame(show));
  });
})();`;

const MODULES = /<link[^>]* rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g;
/** The viewport tag has to precede picture preloads: without it browsers choose their widths for a window of 980 px. */
const VIEWPORT = /<meta name="viewport"[^>]*\/>/;
/** Pictures of the first window that the head names. */
const PICTURES = /<link[^>]* rel="preload"[^>]*? as="image"[^>]*\/>/g;
const SHEETS = /<link[^>]* rel="stylesheet"[^>]*? href="([^"#]+)[^>]*\/>/g;
const CHARSET = '<meta charSet="utf-8"/>';
const SPLASH = /<div class="splash"/;
const BOOT = / type="module" async="">/;

const markup = (sheets: Sheets, nonce: string): string =>
  "href" in sheets
    ? `<link rel="stylesheet" href="${sheets.href}"/>`
    : `<style nonce="${nonce}">${sheets.styles.trim()}</style>`;

/**
 * A rendered document in that order, with its style sheets: those given, else its own. The files that its scripts were preloaded by
 * are listed beside them, and they are held until the styles and the first pictures are there.
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
  // One script: the policy names each by a hash, which no compression makes smaller.
  const code = [mark, earlyInputScript, ...(SPLASH.test(body) ? [splashScript] : [])].join("");
  const pictures = [VIEWPORT, PICTURES].flatMap((each) => bare.match(each) ?? []).join("");
  const ahead = `${CHARSET}<script nonce="${nonce}">${code}</script>${pictures}${sheet}`;
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

/**
 * The value of a document's `Link` header: what it cannot be shown without. A browser asks for that when the answer begins, a round
 * trip before it has read the document.
 */
export function preloadHeader(html: string): string {
  const head = html.slice(0, html.indexOf("</head>"));
  const sheets = [...head.matchAll(SHEETS)].map(([, href]) => `<${href}>; rel=preload; as=style`);
  return sheets.join(", ");
}
