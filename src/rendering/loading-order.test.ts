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

test("a document begins with its styles, and asks for no sheet and no script before the page starts them", () => {
  const document = ordered(page);

  expect(document).toMatch(
    /<head><meta charSet="utf-8"\/><script nonce="n">[^<]+<\/script><style nonce="n">\.card\{color:red\}<\/style><title>/,
  );
  expect(document.replace(/<noscript>.*<\/noscript>/, "")).not.toContain('rel="stylesheet"');
  expect(document).not.toContain('rel="modulepreload" ');
  expect(document).not.toContain('type="module"');
});

test("pictures of the first window are named before scripts and styles, and after the width of the screen", () => {
  const viewport = '<meta name="viewport" content="width=device-width"/>';
  const picture = '<link rel="preload" as="image" type="image/avif" imageSrcSet="/480.avif 480w" imageSizes="50vw"/>';
  const document = ordered(page.replace("<title>", `${picture}${viewport}<title>`));

  expect(document).toMatch(
    new RegExp(`<meta charSet="utf-8"/>${viewport}${picture}<script nonce="n">[^<]*</script><style nonce="n">`),
  );
  expect(document.split(picture)).toHaveLength(2);
  expect(document.split(viewport)).toHaveLength(2);
});

test("without script a link loads the rest of the styles", () => {
  expect(ordered(page)).toContain('<noscript><link rel="stylesheet" href="/assets/rest.css"/></noscript>');
});

test("the entry script is kept as text, with the files it needs in attributes", () => {
  expect(ordered(page)).toContain(
    '<script nonce="n" type="text/plain" data-files="/assets/core.js /assets/page.js" data-later="/assets/rest.css">import("/assets/entry.js");</script>',
  );
});

test("the script that starts them is the last of the body and has the document's nonce", () => {
  expect(ordered(page)).toMatch(/<script nonce="n">\(\(\) => \{[^]*\}\)\(\);<\/script><\/body><\/html>$/);
});

test("a document without scripts only gets its styles", () => {
  const plain = page.replace(' type="module" async=""', "");

  expect(ordered(plain).replace(/<style[^>]*>[^<]*<\/style>/, "")).toBe(plain);
});

test("a page whose style sheet is everything waits for no other", () => {
  const whole = inLoadingOrder(page, "n", { href: "/assets/styles.css" });

  expect(whole).toContain('<link rel="stylesheet" href="/assets/styles.css"/>');
  expect(whole).not.toContain("data-later");
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
  const held = {
    dataset: { files: "/assets/core.js", later: "/assets/rest.css" },
    textContent: 'import("/assets/entry.js");',
  };
  const marks = { new: "pictures" };
  runInNewContext(code, {
    document: {
      hidden: true,
      documentElement: { dataset: marks },
      head: holder,
      body: holder,
      querySelector: () => held,
      querySelectorAll: () => [],
      createElement: () => ({ remove: () => undefined }),
    },
    requestAnimationFrame: () => 0,
    setTimeout: (act: () => void) => timers.push(act),
  });
  await setImmediate();
  return {
    marks,
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

test("with the first pictures there, a new document lets the others in", async () => {
  expect((await begun()).marks).toEqual({ new: "" });
});

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

test("home decides on its splash before its styles, without asking for a file", () => {
  const home = ordered(page.replace("<main>", '<div class="splash" aria-hidden="true"></div><main>'));

  expect(home).toMatch(/<script nonce="n">[^<]*dataset\.splash = "shown"[^<]*<\/script><style /);
  expect(ordered(page)).not.toContain("dataset.splash");
});

test("the style sheet of a page without styles of its own is named in the header", () => {
  const whole = inLoadingOrder(page, "n", { href: "/assets/styles.css" });

  expect(preloadHeader(whole)).toBe("</assets/styles.css>; rel=preload; as=style");
  expect(preloadHeader(ordered(page))).toBe("");
});

test("the parts that are let into the layout are those that the style sheet leaves out", async () => {
  const withoutSpaces = (text: string) => text.replace(/\s/g, "");
  const styles = await readFile("src/shell/parts.css", "utf8");
  expect(withoutSpaces(styles)).toContain(withoutSpaces(`[data-new] :is(${PARTS})`));
});
