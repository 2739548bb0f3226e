/**
 * The order in which a document is loaded and laid out: its style sheet, its first pictures, its fonts, and last its scripts. On a slow
 * line whatever comes at the same time shares it, so that the scripts, the heaviest part, wait until the first pictures are there.
 * On a phone's slow processor what lies below the first window waits for them, too.
 */

/** How long scripts and parts wait for the first pictures at most, in milliseconds. */
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
 * Runs once the style sheet is there. When the first pictures have come, or failed, it lets the parts into the layout, one in a frame,
 * and starts the page's scripts; so the layout is done while these are loaded.
 */
const start = `(() => {
  const held = document.querySelector("script[data-files]");
  const begin = () => {
    for (const href of held.dataset.files.split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = held.textContent;
    document.body.append(script);
    script.remove();
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
  const enough = new Promise((resolve) => setTimeout(resolve, ${PATIENCE}));
  Promise.race([Promise.all(come), enough]).then(() => {
    begin();
    requestAnimationFrame(show);
  });
})();`;

const MODULES = /<link[^>]* rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g;
const SHEETS = /<link[^>]* rel="stylesheet"[^>]*? href="([^"#]+)[^>]*\/>/g;
/** Of the head. Before the style sheet they do not wait for it, and nothing that follows waits for both. */
const SCRIPTS = /<script[^>]* src="([^"]+)"[^>]*><\/script>/g;
const CHARSET = '<meta charSet="utf-8"/>';
const BOOT = / type="module" async="">/;

/**
 * A rendered document in that order. The files that its scripts were preloaded by are listed beside them, and they are held until the
 * style sheet and the first pictures are there. A page without scripts stays as it is.
 */
export function inLoadingOrder(html: string, nonce: string): string {
  const headEnd = html.indexOf("</head>");
  const bodyEnd = html.lastIndexOf("</body>");
  const head = html.slice(0, headEnd);
  const body = html.slice(headEnd, bodyEnd);
  if (!BOOT.test(body)) return html;

  const files = [...head.matchAll(MODULES)].map(([, href]) => href);
  const scripts = head.match(SCRIPTS) ?? [];
  const sheets = head.match(SHEETS) ?? [];
  const first = [CHARSET, ...scripts, `<script nonce="${nonce}">${mark}</script>`, ...sheets].join("");
  const ordered = head
    .replace(MODULES, "")
    .replace(SCRIPTS, "")
    .replace(SHEETS, "")
    .replace(CHARSET, () => first);
  const held = body.replace(BOOT, ` type="text/plain" data-files="${files.join(" ")}">`);
  return `${ordered}${held}<script nonce="${nonce}">${start}</script>${html.slice(bodyEnd)}`;
}

/**
 * The value of a document's `Link` header: what it cannot be shown without. A browser asks for that when the answer begins, a round
 * trip before it has read the document.
 */
export function preloadHeader(html: string): string {
  const head = html.slice(0, html.indexOf("</head>"));
  const scripts = [...head.matchAll(SCRIPTS)].map(([, src]) => `<${src}>; rel=preload; as=script`);
  const sheets = [...head.matchAll(SHEETS)].map(([, href]) => `<${href}>; rel=preload; as=style`);
  return [...scripts, ...sheets].join(", ");
}
