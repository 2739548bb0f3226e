import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { openReadablePages } from "~/testing/read-pages.server";
import { sheetList } from "../../../scripts/page-sheets.mjs";

const { html } = await openReadablePages();
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

/** The selectors with classes in the sheets of a list, and of each the classes that an element or what is around it has to have. */
async function rulesOf(lines: string): Promise<{ selector: string; classes: string[] }[]> {
  const files = Array.from(lines.matchAll(/@import "\.\/([^"]+)"/g), ([, file]) => `src/${file}`);
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts
    .flatMap((text) =>
      Array.from(text.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]+)\{/g), ([, each = ""]) => each),
    )
    .filter((selectors) => !selectors.trim().startsWith("@"))
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/))
    .map((selector) => ({
      selector: selector.trim(),
      classes: Array.from(
        selector.replaceAll(/:(?:not|is|where|has)\([^)]*\)/g, "").matchAll(/\.([a-z][\w-]*)/gi),
        ([, name = ""]) => name,
      ),
    }))
    .filter(({ classes }) => classes.length > 0);
}

const classesIn = (page: string): Set<string> =>
  new Set(Array.from(page.matchAll(/ class="([^"]*)"/g), ([, names = ""]) => names.split(" ")).flat());

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

  test.each(addresses)("has in the first whatever styles the document of %s", async (address) => {
    const classes = classesIn(await html(address));
    const later = await rulesOf(sheetList(list, page, "later"));
    const missing = later.filter((rule) => rule.classes.every((name) => classes.has(name)));
    expect(missing.map(({ selector }) => selector)).toEqual([]);
  });
});
