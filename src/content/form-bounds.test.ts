import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPictureStore } from "~/platform/picture-store.server";
import { articleHtml } from "~/shop/blog/article-text.server";
import { posts } from "~/shop/blog/blog.tables";
import { faqs, pages } from "~/shop/texts/texts.tables";
import { openTestShop } from "~/testing/test-shop.server";
import { exportContent } from "./export-content.server";
import { importContent } from "./import-content.server";

const shop = await openTestShop();
const folder = await mkdtemp(join(tmpdir(), "form bounds "));
afterAll(() => rm(folder, { recursive: true, force: true }));
const own = { ...shop, pictures: openPictureStore(join(folder, "pictures")) };
const file = join(folder, "shop.json");

type Row = Record<string, unknown>;
const OTHERS =
  /^\{"(?:picture|table" ?: ?"(?!(?:posts|pages|faqs|faq_categories|blog_categories|menu_links|chapters|states|size_guides|products|categories)"))/;

beforeAll(async () => {
  let text = "";
  for await (const line of exportContent(shop)) text += line;
  await writeFile(file, text);
});

/** Writes the shop's export with the rows of a table changed, with its digest; pictures and other tables are left out. */
async function changed(of: string, change: (row: Row) => Row): Promise<string> {
  const lines = (await readFile(file, "utf8"))
    .split("\n")
    .slice(0, -2)
    .filter((line) => !OTHERS.test(line))
    .map((line) => {
      if (!new RegExp(`^\\{"table" ?: ?"${of}"`).test(line)) return line;
      const { table, row } = JSON.parse(line.replace(/,$/, "")) as { table: string; row: Row };
      return `${JSON.stringify({ table, row: change(row) })},`;
    });
  const digest = createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
  const path = join(folder, "changed.json");
  await writeFile(path, `${lines.join("\n")}\n"digest":"${digest}"}\n`);
  return path;
}

const policy = (row: Row, markdown: string) => (row.key === "policy:returns" ? { ...row, content: { markdown } } : row);

describe("a row of a file that its form would not take is refused by row and field", () => {
  test.each<[string, string, (row: Row) => Row, RegExp]>([
    [
      "an article",
      "posts",
      (row) => ({ ...row, markdown: "x".repeat(40_001) }),
      /^Line \d+, posts: markdown: A text has at most 40,000 letters/,
    ],
    [
      "the levels of an article",
      "posts",
      (row) => ({ ...row, markdown: "> ".repeat(51) }),
      /posts: markdown: Lists, quotations or tags lie more than 50 levels/,
    ],
    [
      "the title of an article",
      "posts",
      (row) => ({ ...row, title: "x".repeat(121) }),
      /posts: title: Use at most 120 characters/,
    ],
    [
      "an answer",
      "faqs",
      (row) => ({ ...row, answer: "x".repeat(5001) }),
      /faqs: answer: Use at most 5,000 characters/,
    ],
    [
      "a policy",
      "pages",
      (row) => policy(row, `# T\n${"x".repeat(40_000)}`),
      /pages: policy:returns\.markdown: A text has at most 40,000 letters/,
    ],
    [
      "a link of a menu",
      "menu_links",
      (row) => ({ ...row, label: "x".repeat(81) }),
      /menu_links: label: Use at most 80 characters/,
    ],
    [
      "a chapter",
      "chapters",
      (row) => ({ ...row, description: "x".repeat(601) }),
      /chapters: description: Use at most 600 characters/,
    ],
    [
      "a product",
      "products",
      (row) => ({ ...row, materials: "x".repeat(5001) }),
      /products: materials: Use at most 5,000 characters/,
    ],
    ["a category", "categories", (row) => ({ ...row, name: "x".repeat(201) }), /categories: name: /],
  ])("%s", async (_, table, change, words) => {
    await expect(importContent(own, await changed(table, change))).rejects.toThrow(words);
  });
});

describe("[B-55] what the shop has stored passes whatever its length", () => {
  const long = "Words of a former release. ".repeat(2000);

  beforeAll(async () => {
    await shop.db
      .update(posts)
      .set({ markdown: long, content: articleHtml(long) })
      .where(sql`id = (select min(id) from posts)`);
    await shop.db
      .update(faqs)
      .set({ answer: long })
      .where(sql`id = (select min(id) from faqs)`);
    await shop.db
      .update(pages)
      .set({ content: { markdown: `# Returns\n\n${long}` } })
      .where(eq(pages.key, "policy:returns"));
    let text = "";
    for await (const line of exportContent(shop)) text += line;
    await writeFile(file, text);
  });

  test("the export of this shop changes nothing in it", async () => {
    const { tables } = await importContent(own, await changed("posts", (row) => row));
    expect(tables.reduce((sum, { added, changed: rows }) => sum + added + rows, 0)).toBe(0);
  });

  test("but no longer one, and no other one of that length", async () => {
    const isLong = ({ answer }: Row) => String(answer).length > 5000;
    await expect(
      importContent(own, await changed("faqs", (row) => (isLong(row) ? { ...row, answer: `${long}!` } : row))),
    ).rejects.toThrow(/^Line \d+, faqs: answer: Use at most 5,000 characters/);
    await expect(
      importContent(own, await changed("faqs", (row) => (isLong(row) ? row : { ...row, answer: long }))),
    ).rejects.toThrow(/faqs: answer: Use at most 5,000 characters/);
  });

  test("and another field of its row is changed", async () => {
    const { tables } = await importContent(
      own,
      await changed("posts", (row) =>
        String(row.markdown).length > 40_000 ? { ...row, title: "Another title" } : row,
      ),
    );
    expect(tables.reduce((sum, { changed: rows }) => sum + rows, 0)).toBe(1);
  });
});
