import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inLoadingOrder, PARTS, preloadHeader } from "./loading-order";

const page = [
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><title>Jacket</title>',
  '<link rel="modulepreload" nonce="n" href="/assets/core.js"/><link rel="modulepreload" href="/assets/page.js"/>',
  '<link nonce="n" rel="stylesheet" href="/assets/core.css"/></head>',
  '<body><main><img src="/jacket.avif" fetchPriority="high"/></main>',
  '<script nonce="n">window.context = {};</script>',
  '<script nonce="n" type="module" async="">import("/assets/entry.js");</script></body></html>',
].join("");

test("a document asks for its style sheet first, and for no script before the page starts them", () => {
  const ordered = inLoadingOrder(page, "n");

  expect(ordered).toMatch(
    /<head><meta charSet="utf-8"\/><script nonce="n">[^<]+<\/script><link nonce="n" rel="stylesheet" href="\/assets\/core.css"\/><title>/,
  );
  expect(ordered.match(/rel="stylesheet"/g)).toHaveLength(1);
  expect(ordered).not.toContain('rel="modulepreload" ');
  expect(ordered).not.toContain('type="module"');
});

test("what the scripts need is named beside them, and they are unchanged", () => {
  expect(inLoadingOrder(page, "n")).toContain(
    '<script nonce="n" type="text/plain" data-files="/assets/core.js /assets/page.js">import("/assets/entry.js");</script>',
  );
});

test("what starts them is the last of the body and has the document's nonce", () => {
  expect(inLoadingOrder(page, "n")).toMatch(/<script nonce="n">\(\(\) => \{[^]*\}\)\(\);<\/script><\/body><\/html>$/);
});

test("a document without scripts stays as it is", () => {
  const plain = page.replace(' type="module" async=""', "");

  expect(inLoadingOrder(plain, "n")).toBe(plain);
});

test("a script of the head stands before the style sheet, and does not wait for it", () => {
  const early = page.replace("</head>", '<script src="/splash.js"></script></head>');

  expect(inLoadingOrder(early, "n")).toMatch(
    /<meta charSet="utf-8"\/><script src="\/splash.js"><\/script><script nonce="n">[^<]+<\/script><link nonce="n" rel="stylesheet"/,
  );
  expect(preloadHeader(inLoadingOrder(early, "n"))).toBe(
    "</splash.js>; rel=preload; as=script, </assets/core.css>; rel=preload; as=style",
  );
});

test("the style sheet is named in the header", () => {
  expect(preloadHeader(inLoadingOrder(page, "n"))).toBe("</assets/core.css>; rel=preload; as=style");
});

test("the parts that are let into the layout are those that the style sheet leaves out", async () => {
  const withoutSpaces = (text: string) => text.replace(/\s/g, "");
  const styles = await readFile("src/shell/parts.css", "utf8");
  expect(withoutSpaces(styles)).toContain(withoutSpaces(`[data-new] :is(${PARTS})`));
});
