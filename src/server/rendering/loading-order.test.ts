import { expect, test } from "vitest";
import { inLoadingOrder } from "./loading-order";

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

  expect(ordered).toContain(
    '<head><meta charSet="utf-8"/><link nonce="n" rel="stylesheet" href="/assets/core.css"/><title>',
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
