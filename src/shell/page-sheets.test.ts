import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openReadablePages } from "~/testing/read-pages.server";
import { sheetList } from "../../scripts/page-sheets.mjs";

const { ask, html } = await openReadablePages();
const list = await readFile("src/styles.css", "utf8");
const [product = ""] = /\/product\/outlaw-leather-jacket-\w+/.exec(await html("/shop/men")) ?? [];
const [plain = ""] = /\/product\/[\w-]*tee[\w-]*/.exec(await html("/shop/men")) ?? [];
const [article = ""] = /\/blog\/[^"?]+/.exec(await html("/blogs")) ?? [];

/** Addresses whose documents differ in what they show, by page. */
const ADDRESSES = {
  home: ["/"],
  listing: [
    "/shop/men",
    "/shop/accessories",
    "/shop/final-sale",
    "/shop/men?tab=jackets&maxPrice=200&sort=lowest",
    "/shop/men?search=nothinglikeit",
  ],
  product: [product, plain, "/product/nothing-like-it"],
  article: [article, "/blog/nothing-like-it"],
  bag: ["/cart"],
  checkout: ["/checkout"],
};

const importsOf = (text: string) =>
  Array.from(text.matchAll(/^@import "[^"]+"(?: layer\(\w+\))?;/gm), ([line]) => line);

const BREAKPOINTS = '@import "./breakpoints.css";';

/** Every selector in the sheets of a list. */
async function selectorsOf(lines: string): Promise<string[]> {
  const files = Array.from(lines.matchAll(/@import "\.\/([^"]+)"/g), ([, file]) => `src/${file}`);
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.flatMap(selectorsIn);
}

function selectorsIn(sheet: string): string[] {
  const bare = sheet.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
  return Array.from(bare.matchAll(/([^{};]+)\{/g), ([, each = ""]) => each.trim())
    .filter((each) => !each.startsWith("@"))
    .flatMap((each) => eachOf(each));
}

/** `a, b:is(c, d)` → `a` and `b:is(c, d)`. */
function eachOf(selectors: string): string[] {
  const each = [""];
  let depth = 0;
  for (const letter of selectors) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) each.push("");
    else each[each.length - 1] += letter;
  }
  return each.map((one) => one.trim());
}

/** Names in a document that a selector can use: `.class`, `[attribute]`, `#id`, `tag`. */
function namesIn(document: string): Set<string> {
  const names = new Set<string>();
  const bare = document.replaceAll(/(<(?:script|style)\b[^>]*>)[^]*?<\/(?:script|style)>/g, "$1");
  for (const [, tag = "", attributes = ""] of bare.matchAll(/<([a-z][\w-]*)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)) {
    names.add(tag.toLowerCase());
    for (const [, name = "", value = ""] of attributes.matchAll(/\s([^\s=>/]+)(?:="([^"]*)")?/g)) {
      names.add(`[${name.toLowerCase()}]`);
      if (name === "id") names.add(`#${value}`);
      if (name === "class") for (const each of value.split(" ")) names.add(`.${each}`);
    }
  }
  return names;
}

const GROUP = /:(is|where|has|not|nth-[\w-]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/** Whether a document has all that a selector names, wherever it stands: of `:is`, `:where` and `:has` one choice. */
function mayStyle(selector: string, names: Set<string>): boolean {
  const groups = Array.from(selector.matchAll(GROUP)).filter(([, kind = ""]) => ["is", "where", "has"].includes(kind));
  if (!groups.every(([, , inner = ""]) => eachOf(inner).some((choice) => mayStyle(choice, names)))) return false;
  const plain = selector.replaceAll(GROUP, "").replaceAll(/::?[a-z-]+(?:\([^)]*\))?/gi, "");
  const attributes = Array.from(plain.matchAll(/\[([\w-]+)/g), ([, name = ""]) => `[${name.toLowerCase()}]`);
  const others = plain.replaceAll(/\[[^\]]*\]/g, "").match(/[.#]?[a-z][\w-]*/gi) ?? [];
  return [...attributes, ...others].every((name) => names.has(name));
}

/** The later rules that style something of a document; there should be none. */
async function lateFor(document: string): Promise<string[]> {
  const [, page] = / data-later="[^"]*\b(\w+)\.later\.css"/.exec(document) ?? [];
  if (!page) return [];
  const names = namesIn(document);
  return (await selectorsOf(sheetList(list, page, "later"))).filter((selector) => mayStyle(selector, names));
}

describe.each(Object.entries(ADDRESSES))("the style sheets of %s", (page, addresses) => {
  test("are together the whole list, in its order", () => {
    const [first, later] = [importsOf(sheetList(list, page, "first")), importsOf(sheetList(list, page, "later"))];
    expect(new Set([...first, ...later])).toEqual(new Set(importsOf(list)));
    expect(first.filter((line) => later.includes(line))).toEqual([BREAKPOINTS]);
    for (const part of [first, later]) expect(part).toEqual(importsOf(list).filter((line) => part.includes(line)));
  });

  test("put no layer into another place", () => {
    const order = /^@layer [^;]+;/m.exec(list)?.[0];
    expect(order).toBeDefined();
    for (const part of ["first", "later"] as const) expect(sheetList(list, page, part).split("\n")[0]).toBe(order);
  });

  test.each(addresses)("have every rule that styles the document of %s in the first sheet", async (address) => {
    const document = await html(address);
    expect(document).toContain(`${page}.later.css`);
    expect(await lateFor(document)).toEqual([]);
  });
});

/** Forms as a browser without script sends them, valid or not; and posts to pages without an action. */
const COMMENT = { name: "Priya", email: "priya@example.com", message: "Leather. Always." };
const POSTED: [string, Record<string, string>, number][] = [
  [article, COMMENT, 200],
  [article, { ...COMMENT, email: "priya", message: "" }, 422],
  [article, { ...COMMENT, message: "a\0b" }, 422],
  ["/blog/nothing-like-it", COMMENT, 404],
  ["/newsletter", { email: "priya@example.com" }, 200],
  ["/newsletter", { email: "priya" }, 422],
  ["/order-status", { orderNumber: "1", email: "priya@example.com" }, 422],
  ["/contact", {}, 422],
  ["/cart", {}, 405],
  ["/checkout", {}, 405],
  ["/shop/men", {}, 405],
  [product, {}, 405],
  ["/", {}, 405],
];

describe("without script", () => {
  test.each(POSTED)("the answer of %s to %j has its styles in the first sheet", async (address, fields, status) => {
    const answer = await ask(address, { method: "POST", body: new URLSearchParams(fields) });
    expect(answer.status).toBe(status);
    expect(await lateFor(await answer.text())).toEqual([]);
  });

  test("an article that takes no more comments says so, and when to come again", async () => {
    const send = (path: string) => ask(path, { method: "POST", body: new URLSearchParams(COMMENT) });
    let [sent, status] = [0, 0];
    while (status !== 429 && sent++ < 200) ({ status } = await send(`${article}.data`));
    const answer = await send(article);
    expect(answer.status).toBe(429);
    const document = await answer.text();
    expect(document).toContain("form-msg--error");
    expect(await lateFor(document)).toEqual([]);
  });
});

test("a selector may style a document only if that has every class, id, attribute and tag the selector names", () => {
  const names = namesIn('<main id="main"><p class="note low" data-new>Hi</p><input type="text"/></main>');
  for (const selector of [
    ".note",
    "main > p",
    ":is(.other, .low) + input",
    ":where(.low):not(.b)",
    "#main:has(> .low)",
  ])
    expect([selector, mayStyle(selector, names)]).toEqual([selector, true]);
  for (const selector of [
    ".note .b",
    "table",
    ":is(.b, .c)",
    "[data-b] p",
    "main:has(.b)",
    ".low:is(:where(.b) p, .c)",
  ])
    expect([selector, mayStyle(selector, names)]).toEqual([selector, false]);
});
