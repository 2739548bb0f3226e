import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { inLoadingOrder, PARTS, preloadHeader } from "./loading-order";

const page = [
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><title>Jacket</title>',
  '<link rel="modulepreload" nonce="n" href="/assets/core.js"/><link rel="modulepreload" href="/assets/page.js"/>',
  "</head>",
  '<body><main><img src="/jacket.avif" fetchPriority="high"/></main>',
  '<script nonce="n">window.context = {};</script>',
  '<script nonce="n" type="module" async="">import("/assets/entry.js");</script></body></html>',
].join("");
const ordered = (html: string) =>
  inLoadingOrder(html, "n", { styles: ".card{color:red}\n", later: "/assets/rest.css" });

test("a document begins with its inline styles, and requests no style sheet and no script by itself", () => {
  const document = ordered(page);

  expect(document).toMatch(
    /<head><meta charSet="utf-8"\/><script nonce="n">[^<]+<\/script><style nonce="n">\.card\{color:red\}<\/style><title>/,
  );
  expect(document.replace(/<noscript>.*<\/noscript>/, "")).not.toContain('rel="stylesheet"');
  expect(document).not.toContain('rel="modulepreload" ');
  expect(document).not.toContain('type="module"');
});

test("preloads of the first pictures come before scripts and styles, and after the viewport tag", () => {
  const viewport = '<meta name="viewport" content="width=device-width"/>';
  const picture = '<link rel="preload" as="image" type="image/avif" imageSrcSet="/480.avif 480w" imageSizes="50vw"/>';
  const document = ordered(page.replace("<title>", `${picture}${viewport}<title>`));

  expect(document).toMatch(
    new RegExp(`<meta charSet="utf-8"/>${viewport}${picture}<script nonce="n">[^<]*</script><style nonce="n">`),
  );
  expect(document.split(picture)).toHaveLength(2);
  expect(document.split(viewport)).toHaveLength(2);
});

test("without JavaScript a link loads the remaining styles", () => {
  expect(ordered(page)).toContain('<noscript><link rel="stylesheet" href="/assets/rest.css"/></noscript>');
});

test("the entry script is written as plain text, with the files that it needs in attributes", () => {
  expect(ordered(page)).toContain(
    '<script nonce="n" type="text/plain" data-files="/assets/core.js /assets/page.js" data-later="/assets/rest.css">import("/assets/entry.js");</script>',
  );
});

test("the script that starts the page's scripts is the last one in the body, and has the document's nonce", () => {
  expect(ordered(page)).toMatch(/<script nonce="n">\(\(\) => \{[^]*\}\)\(\);<\/script><\/body><\/html>$/);
});

test("a document without scripts gets only its styles", () => {
  const plain = page.replace(' type="module" async=""', "");

  expect(ordered(plain).replace(/<style[^>]*>[^<]*<\/style>/, "")).toBe(plain);
});

test("a page with one complete style sheet loads no other", () => {
  const whole = inLoadingOrder(page, "n", { href: "/assets/styles.css" });

  expect(whole).toContain('<link rel="stylesheet" href="/assets/styles.css"/>');
  expect(whole).not.toContain("data-later");
});

test("a document with its own style sheet keeps it and gets no other", () => {
  const own = page.replace("<title>", '<link rel="stylesheet" href="/workshop.css"/><title>');

  expect(inLoadingOrder(own, "n")).toMatch(/<\/script><link rel="stylesheet" href="\/workshop.css"\/><title>/);
  expect(inLoadingOrder(own, "n").match(/rel="stylesheet"/g)).toHaveLength(1);
});

test("a style sheet for print stays in its place and is not preloaded", () => {
  const print = '<link rel="stylesheet" href="/print.css" media="print"/>';
  const own = page.replace("<title>", `${print}<title>`);

  expect(ordered(own)).toContain(`${print}<title>`);
  expect(preloadHeader(own)).not.toContain("print.css");
});

/**
 * Runs the script at the end of a hidden page, where it does not wait for the first paint; returns what it added to the page.
 *
 * @param images - first pictures of the page.
 */
async function begun(images: object[] = []) {
  const [, code = ""] =
    /<script nonce="n">([^]*?)<\/script><\/body>/.exec(ordered(page).replace(/^[^]*text\/plain/, "")) ?? [];
  const added: Record<string, (() => void) | string>[] = [];
  const timers: (() => void)[] = [];
  const holder = { append: (element: (typeof added)[number]) => void added.push(element) };
  const held = {
    dataset: { files: "/assets/core.js", later: "/assets/rest.css" },
    textContent: 'import("/assets/entry.js");',
  };
  const marks = { new: "pictures" };
  const listeners = new Map<string, () => void>();
  runInNewContext(code, {
    document: {
      hidden: true,
      documentElement: { dataset: marks },
      head: holder,
      body: holder,
      querySelector: () => held,
      querySelectorAll: (selector: string) => (selector === PARTS ? [] : images),
      createElement: () => ({ remove: () => undefined }),
    },
    addEventListener: (type: string, act: () => void) => listeners.set(type, act),
    requestAnimationFrame: () => 0,
    scrollY: 0,
    setTimeout: (act: () => void) => timers.push(act),
  });
  await setImmediate();
  return {
    marks,
    act: (type: string) => listeners.get(type)?.(),
    /** Link to the remaining styles. */
    rest: added.find(({ href }) => href === "/assets/rest.css"),
    boots: () => added.filter(({ type }) => type === "module").map(({ textContent }) => textContent),
    passTime: () => {
      for (const act of timers) act();
    },
  };
}

const BOOT = ['import("/assets/entry.js");'];
const happens = (event: unknown) => typeof event === "function" && event();

test("when no first picture is left to load, a new document lays out its remaining parts", async () => {
  expect((await begun()).marks).toEqual({ new: "" });
});

test.each(["scroll", "wheel", "pointerdown", "keydown"])(
  "a new document that waits for its first picture lays out everything on the reader's %s",
  async (type) => {
    const { marks, act } = await begun([{ loading: "eager", complete: false }]);
    expect(marks).toEqual({ new: "pictures" });
    act(type);
    expect(marks).toEqual({});
  },
);

test("the page's scripts start when the remaining styles are loaded, and only once", async () => {
  const { rest, boots, passTime } = await begun();
  expect(boots()).toEqual([]);
  happens(rest?.onload);
  passTime();
  expect(boots()).toEqual(BOOT);
});

test("the page's scripts also start if the remaining styles fail to load", async () => {
  const { rest, boots } = await begun();
  happens(rest?.onerror);
  expect(boots()).toEqual(BOOT);
});

test("the page's scripts start after a time limit if the remaining styles do not load, and not again when those load later", async () => {
  const { rest, boots, passTime } = await begun();
  passTime();
  expect(boots()).toEqual(BOOT);
  happens(rest?.onload);
  expect(boots()).toEqual(BOOT);
});

test("a script before the home page's styles decides whether to show the splash, without a request", () => {
  const home = ordered(page.replace("<main>", '<div class="splash" aria-hidden="true"></div><main>'));

  expect(home).toMatch(/<script nonce="n">[^<]*dataset\.splash = "shown"[^<]*<\/script><style /);
  expect(ordered(page)).not.toContain("dataset.splash");
});

test("the `Link` header preloads the style sheet of a page without inline styles", () => {
  const whole = inLoadingOrder(page, "n", { href: "/assets/styles.css" });

  expect(preloadHeader(whole)).toBe("</assets/styles.css>; rel=preload; as=style");
  expect(preloadHeader(ordered(page))).toBe("");
});

test("the parts that the script lays out later are those that the style sheet excludes", async () => {
  const withoutSpaces = (text: string) => text.replace(/\s/g, "");
  const styles = await readFile("src/shell/parts.css", "utf8");
  expect(withoutSpaces(styles)).toContain(withoutSpaces(`[data-new] :is(${PARTS})`));
});

test("all that stands above a product's choice is laid out at once, its offers too, because a later part moves those below it", async () => {
  const source = await readFile("src/shop/catalog/product-page/buy-box.tsx", "utf8");
  const [head = ""] = /function BuyHead[\s\S]*?\n}\n/.exec(source) ?? [];
  const above = [...head.matchAll(/<(?:div|p) className="(buy__\w+)"/g)].map(([, name]) => `.${name}`);
  expect(above).toContain(".buy__lead");
  expect(/\.buy > :not\(([^)]*)\)/.exec(PARTS)?.[1]?.split(", ")).toEqual(["h1", ...above, ".pick"]);
});
