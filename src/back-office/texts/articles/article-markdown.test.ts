import { getSchema } from "@tiptap/core";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import blogs from "~/demo/content/blogs.json";
import { articleExtensions, articleManager, markdownOf, openedArticle } from "./article-markdown";
import { cleanPasted } from "./pasted";

const manager = articleManager({ quotes: new Map([["returnDays", "30"]]), pictureAt: (path) => path });
/** Parses Markdown and writes it as the editor does; null if the editor refuses the text. */
const again = (text: string) => {
  const content = openedArticle(manager, text);
  return content && markdownOf(manager, content);
};

test("the editor parses and writes every stored article without a change, or refuses it", () => {
  const results = blogs.articles.map(({ title, content }) => ({ title, content, again: again(content) }));
  const opened = results.filter((each) => each.again !== null);
  expect(opened.map((each) => each.again)).toEqual(opened.map(({ content }) => content));
  // These articles contain a table with a caption or quotations with a name: HTML that the editor does not support.
  expect(results.flatMap((each) => (each.again === null ? [each.title] : []))).toEqual([
    "Denim vs Leather",
    "The Long Shadow Ride for Coats and Toys",
    "Tuesday Night in the Garage",
  ]);
});

test("only the page of an article loads the editor's library, and only when the text is opened", () => {
  const own = import.meta.glob<string>(["./*.{ts,tsx}", "!./*.test.ts"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const loaded = (source: string) =>
    [...source.matchAll(/^import (?!type )[^;]*?"([^"]+)";/gm)].map(([, from = ""]) => from);
  const heavy = new Set<string>();
  for (let size = -1; size !== heavy.size;) {
    size = heavy.size;
    for (const [file, source] of Object.entries(own))
      if (loaded(source).some((from) => from.startsWith("@tiptap/") || heavy.has(from)))
        heavy.add(file.replace(/\.tsx?$/, ""));
  }
  expect([...heavy].toSorted()).toEqual([
    "./article-markdown",
    "./editor",
    "./editor-tools",
    "./picture-place",
    "./picture-words",
  ]);
  const others = import.meta.glob<string>(["../../../**/*.{ts,tsx}", "!../../../**/*.test.{ts,tsx}"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const reaching = Object.entries(others).filter(([, source]) =>
    loaded(source).some((from) => /^@tiptap\/|articles\/(?:article-markdown|editor|picture-words)/.test(from)),
  );
  expect(reaching.filter(([file]) => !file.startsWith("./"))).toEqual([]);
});

describe("the content of an article", () => {
  test.each([
    "You have {returnDays} days & more. 5 < 6, a > b",
    "See the [Baseline Thermal Top](/product/baseline-thermal-top-abc) and [men](/shop/men).",
    "![a glove](/media/articles/abc.webp)\n\nText with **bold**, *italic* and [a link](https://example.com/a?b=1&c=2).",
    "## One\n\n### Inside\n\n1. a\n2. b\n\n- c\n- d\n\n> a quotation\n\n---\n\nThe end.",
  ])("is unchanged after the editor parsed and wrote it: %s", (text) => expect(again(text)).toBe(text));

  test("has each quoted setting and each product as a single node in the editor", () => {
    const { content } = manager.parse("{returnDays} days, [Top](/product/top-1)");
    expect(content?.[0]?.content?.map(({ type }) => type)).toEqual(["setting", "text", "product"]);
  });
});

test.each([
  "",
  "![a](/media/a.webp)",
  "Words.\n\n![a](/media/a.webp)\n\n![b](/media/b.webp)\n\n## End\n\n![c](/media/c.webp)![d](/media/d.webp)",
  "> ![a](/media/a.webp)",
  "- ![a](/media/a.webp)\n- b",
  "{returnDays}",
])("pictures are parsed to where the editor's schema allows them, and written unchanged: %s", (text) => {
  const schema = getSchema(articleExtensions({ quotes: new Map(), pictureAt: (path) => path }));
  const content = openedArticle(manager, text);
  expect(() => schema.nodeFromJSON(content).check()).not.toThrow();
  expect(again(text)).toBe(text);
});

test.each([
  ["a table", "| a | b |\n| - | - |\n| 1 | 2 |"],
  ["HTML", "<table><tr><td>x</td></tr></table>"],
  ["a title of its own", "# Title\n\nText"],
  ["two titles", "# One\n\n# Two"],
  ["a list of tasks", "- [ ] task"],
])("a text with %s is not opened in the editor, which would lose it", (_, text) => expect(again(text)).toBeNull());

test("a pasted document loses scripts, styles, frames, and the markup of its own program", () => {
  const folder = new URL("pasted-documents/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
  expect(names).toHaveLength(10);
  for (const name of names) {
    const clean = cleanPasted(readFileSync(new URL(name, folder), "utf8"));
    expect(clean).not.toMatch(
      /<(?:script|style|iframe|xml|meta|o:p|v:|h1)|mso-list:\s*Ignore|supportLists|docs-internal-guid/i,
    );
  }
});

test("200 kB pasted from Word are cleaned completely", () => {
  const line = "<p class=MsoNormal>Forty words of a ride <b>home</b>.<o:p></o:p></p>";
  const clean = cleanPasted(`<html><body>${line.repeat(3_500)}</body></html>`);
  expect(clean.match(/<p class=MsoNormal>Forty words of a ride <b>home<\/b>\.<\/p>/g)).toHaveLength(3_500);
});
