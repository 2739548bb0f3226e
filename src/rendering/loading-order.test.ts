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
const ordered = (html: string) => inLoadingOrder(html, "n", { first: "/assets/first.css", later: "/assets/rest.css" });

test("a document asks for its style sheet first, and for no script before the page starts them", () => {
  const document = ordered(page);

  expect(document).toMatch(
    /<head><meta charSet="utf-8"\/><script nonce="n">[^<]+<\/script><link rel="stylesheet" href="\/assets\/first.css" data-later="\/assets\/rest.css"\/><title>/,
  );
  expect(document.match(/rel="stylesheet"/g)).toHaveLength(1);
  expect(document).not.toContain('rel="modulepreload" ');
  expect(document).not.toContain('type="module"');
});

test("what the scripts need is named beside them, and they are unchanged", () => {
  expect(ordered(page)).toContain(
    '<script nonce="n" type="text/plain" data-files="/assets/core.js /assets/page.js">import("/assets/entry.js");</script>',
  );
});

test("what starts them is the last of the body and has the document's nonce", () => {
  expect(ordered(page)).toMatch(/<script nonce="n">\(\(\) => \{[^]*\}\)\(\);<\/script><\/body><\/html>$/);
});

test("a document without scripts only gets its style sheet", () => {
  const plain = page.replace(' type="module" async=""', "");

  expect(ordered(plain).replace(/<link rel="stylesheet"[^>]*>/, "")).toBe(plain);
});

test("a page whose style sheet is everything waits for no other", () => {
  const whole = inLoadingOrder(page, "n", { first: "/assets/styles.css" });

  expect(whole).toContain('<link rel="stylesheet" href="/assets/styles.css"/>');
});

test("a document that names its own style sheet keeps it and gets no other", () => {
  const own = page.replace("<title>", '<link rel="stylesheet" href="/workshop.css"/><title>');

  expect(inLoadingOrder(own, "n")).toMatch(/<\/script><link rel="stylesheet" href="\/workshop.css"\/><title>/);
  expect(inLoadingOrder(own, "n").match(/rel="stylesheet"/g)).toHaveLength(1);
});

/** A page whose first window was painted, as far as the script at its end sees it, with what that has put into it. */
async function begun() {
  const [, code = ""] =
    /<script nonce="n">([^]*?)<\/script><\/body>/.exec(ordered(page).replace(/^[^]*text\/plain/, "")) ?? [];
  const added: Record<string, (() => void) | string>[] = [];
  const timers: (() => void)[] = [];
  const holder = { append: (element: (typeof added)[number]) => void added.push(element) };
  const held = { dataset: { files: "/assets/core.js" }, textContent: 'import("/assets/entry.js");' };
  const sheet = { dataset: { later: "/assets/rest.css" } };
  runInNewContext(code, {
    document: {
      hidden: true,
      head: holder,
      body: holder,
      querySelector: (selector: string) => (selector.startsWith("script") ? held : sheet),
      querySelectorAll: () => [],
      createElement: () => ({ remove: () => undefined }),
    },
    requestAnimationFrame: () => 0,
    setTimeout: (act: () => void) => timers.push(act),
  });
  await setImmediate();
  return {
    /** The link to the rest of the styles. */
    rest: added.find(({ href }) => href === "/assets/rest.css"),
    boots: () => added.filter(({ type }) => type === "module").map(({ textContent }) => textContent),
    passTime: () => {
      for (const act of timers) act();
    },
  };
}

const BOOT = ['import("/assets/entry.js");'];
const happens = (event: unknown) => typeof event === "function" && event();

test("the scripts begin when the rest of the styles is there, and once", async () => {
  const { rest, boots, passTime } = await begun();
  expect(boots()).toEqual([]);
  happens(rest?.onload);
  passTime();
  expect(boots()).toEqual(BOOT);
});

test("they begin where the rest of the styles fails", async () => {
  const { rest, boots } = await begun();
  happens(rest?.onerror);
  expect(boots()).toEqual(BOOT);
});

test("they begin after a while where the rest of the styles neither comes nor fails, and not again when it does come", async () => {
  const { rest, boots, passTime } = await begun();
  passTime();
  expect(boots()).toEqual(BOOT);
  happens(rest?.onload);
  expect(boots()).toEqual(BOOT);
});

test("home decides on its splash before its style sheet, without asking for a file", () => {
  const home = ordered(page.replace("<main>", '<div class="splash" aria-hidden="true"></div><main>'));

  expect(home).toMatch(/<script nonce="n">[^<]*dataset\.splash = "shown"[^<]*<\/script><link rel="stylesheet"/);
  expect(ordered(page)).not.toContain("dataset.splash");
});

test("the style sheet is named in the header", () => {
  expect(preloadHeader(ordered(page))).toBe("</assets/first.css>; rel=preload; as=style");
});

test("a drawing behind the first window is named, too, but no picture that shares the line for long", () => {
  const drawn = page.replace(
    "</head>",
    '<link rel="preload" href="/brand/dusk.svg" as="image"/><link rel="preload" as="image" imageSrcSet="/a.avif 1x"/></head>',
  );

  expect(preloadHeader(ordered(drawn))).toBe(
    "</assets/first.css>; rel=preload; as=style, </brand/dusk.svg>; rel=preload; as=image",
  );
});

test("the parts that are let into the layout are those that the style sheet leaves out", async () => {
  const withoutSpaces = (text: string) => text.replace(/\s/g, "");
  const styles = await readFile("src/shell/parts.css", "utf8");
  expect(withoutSpaces(styles)).toContain(withoutSpaces(`[data-new] :is(${PARTS})`));
});
