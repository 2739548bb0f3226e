import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openReadablePages } from "~/testing/read-pages.server";
import { sheetList } from "../../scripts/page-sheets.mjs";

const { ask, html } = await openReadablePages();
const list = await readFile("src/styles.css", "utf8");
const [product = ""] = /\/product\/outlaw-leather-jacket-\w+/.exec(await html("/shop/men")) ?? [];
const [plain = ""] = /\/product\/[\w-]*tee[\w-]*/.exec(await html("/shop/men")) ?? [];
const [article = ""] = /\/blog\/[^"?]+/.exec(await html("/blogs")) ?? [];

/** Addresses by page whose documents show different parts of the page. */
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

/** Every selector in the style sheets that a list of imports names. */
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

/** Splits a selector list: `a, b:is(c, d)` → `a` and `b:is(c, d)`. */
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

/** Whether a document has all names of a selector, in any place; of `:is`, `:where` and `:has` one of the choices is enough. */
function mayStyle(selector: string, names: Set<string>): boolean {
  const groups = Array.from(selector.matchAll(GROUP)).filter(([, kind = ""]) => ["is", "where", "has"].includes(kind));
  if (!groups.every(([, , inner = ""]) => eachOf(inner).some((choice) => mayStyle(choice, names)))) return false;
  const plain = selector.replaceAll(GROUP, "").replaceAll(/::?[a-z-]+(?:\([^)]*\))?/gi, "");
  const attributes = Array.from(plain.matchAll(/\[([\w-]+)/g), ([, name = ""]) => `[${name.toLowerCase()}]`);
  const others = plain.replaceAll(/\[[^\]]*\]/g, "").match(/[.#]?[a-z][\w-]*/gi) ?? [];
  return [...attributes, ...others].every((name) => names.has(name));
}

/** Selectors of the later sheet that style something in a document; there should be none. */
async function lateFor(document: string): Promise<string[]> {
  const [, page] = / data-later="[^"]*\b(\w+)\.later\.css"/.exec(document) ?? [];
  if (!page) return [];
  const names = namesIn(document);
  return (await selectorsOf(sheetList(list, page, "later"))).filter((selector) => mayStyle(selector, names));
}

describe.each(Object.entries(ADDRESSES))("the style sheets of %s", (page, addresses) => {
  test("import every line of the whole list once, in its order", () => {
    const [first, later] = [importsOf(sheetList(list, page, "first")), importsOf(sheetList(list, page, "later"))];
    expect(new Set([...first, ...later])).toEqual(new Set(importsOf(list)));
    expect(first.filter((line) => later.includes(line))).toEqual([BREAKPOINTS]);
    for (const part of [first, later]) expect(part).toEqual(importsOf(list).filter((line) => part.includes(line)));
  });

  test("keep the order of the cascade layers", () => {
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

/**
 * Forms as a browser without script sends them, valid or invalid, and posts to pages without an action, with the expected status.
 */
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

  test("the page of an article that accepts no more comments for now says when to try again", async () => {
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

test("a selector can style a document only if the document has each class, id, attribute and tag in it", () => {
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
