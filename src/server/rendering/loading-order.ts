/**
 * The order in which a document asks for what it needs: its style sheet, its first pictures, its fonts, and last its scripts. On a slow
 * line whatever comes at the same time shares it, so that the scripts, the heaviest part, wait until the first pictures are there.
 */

/** How long the scripts wait for the first pictures at most, in milliseconds. */
const PATIENCE = 3000;

/** Runs once the style sheet is there: starts the page's scripts when its first pictures have come, or failed. */
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
  const first = [...document.querySelectorAll("img[fetchpriority=high]")].filter((image) => !image.complete);
  const come = first.map((image) => new Promise((resolve) => (image.onload = image.onerror = resolve)));
  const enough = new Promise((resolve) => setTimeout(resolve, ${PATIENCE}));
  Promise.race([Promise.all(come), enough]).then(begin);
})();`;

const MODULES = /<link[^>]* rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g;
const SHEETS = /<link[^>]* rel="stylesheet"[^>]*\/>/g;
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
  const sheets = head.match(SHEETS) ?? [];
  const ordered = head
    .replace(MODULES, "")
    .replace(SHEETS, "")
    .replace(CHARSET, CHARSET + sheets.join(""));
  const held = body.replace(BOOT, ` type="text/plain" data-files="${files.join(" ")}">`);
  return `${ordered}${held}<script nonce="${nonce}">${start}</script>${html.slice(bodyEnd)}`;
}
