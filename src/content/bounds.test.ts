import { createHash } from "node:crypto";
import { mkdtemp, open, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openPictureStore } from "~/platform/picture-store.server";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { testPages } from "~/testing/test-pages.server";
import { importContent } from "./import-content.server";
import { linesOf } from "./read-content.server";

const shop = await openTestShop();
const { pages } = testPages();
const folder = await mkdtemp(join(tmpdir(), "content bounds "));
afterAll(() => rm(folder, { recursive: true, force: true }));
const own = { ...shop, pictures: openPictureStore(join(folder, "pictures")) };

const HEAD = '{"format":"shop-content","version":2,"shopName":"X","at":"2026-11-01T00:00:00.000Z","records":[\n';

/** Writes a file with these lines between its head and its end, and with their digest. */
async function fileOf(lines: Iterable<string>): Promise<string> {
  const path = join(folder, "file.json");
  const digest = createHash("sha256");
  await using file = await open(path, "w");
  let piece = HEAD;
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < 1_000_000) continue;
    digest.update(piece);
    await file.write(piece);
    piece = "";
  }
  piece += "{}],\n";
  digest.update(piece);
  await file.write(`${piece}"digest":"${digest.digest("hex")}"}\n`);
  return path;
}
const post = (id: string, content: string) =>
  JSON.stringify({
    table: "posts",
    row: { id, title: "T", slug: id, image: "/media/a.webp", description: "", content },
  });
const nested = (levels: number) =>
  `{"table":"pages","row":{"key":"x","content":${"[".repeat(levels)}${"]".repeat(levels)}}},`;
function* repeated(count: number, line: (at: number) => string) {
  for (let at = 0; at < count; at += 1) yield line(at);
}

test.each<[string, RegExp, () => Iterable<string>]>([
  ["a row of more than 1 MB", /Line 2 is longer than 1 MB/, () => [`${post("p1", "x".repeat(1_100_000))},`]],
  ["a row in a list of lists", /Line 2: .*more than 32 levels/, () => [nested(33)]],
  ["no row at all, of 30 million brackets", /Line 2 is longer than 1 MB/, () => ["[".repeat(30_000_000)]],
  [
    "a picture of 30 million brackets",
    /Line 2 is no record/,
    () => [`{"picture":"${"0".repeat(32)}","data":${"[".repeat(30_000_000)}},`],
  ],
  ["more than a million lines", /more than 1,000,000 rows/, () => repeated(1_000_001, () => "[],")],
  [
    "an article of 200,000 tags in each other",
    /Line 2, posts: content: .*256 tags/,
    () => [`${post("p1", "<em>".repeat(50_000))},`],
  ],
  [
    "an article as long as a book",
    /Line 2, posts: content: .*262,144 letters/,
    () => [`${post("p1", "<".repeat(300_000))},`],
  ],
])("a file with %s is refused with a message", async (_, words, lines) => {
  await expect(importContent(own, await fileOf(lines()))).rejects.toThrow(words);
});

test("a file of more than 4 GB is refused before it is read", async () => {
  const path = join(folder, "large");
  await writeFile(path, HEAD);
  await truncate(path, 4 * 1024 ** 3 + 1);
  await expect(importContent(own, path)).rejects.toThrow("larger than 4 GB");
});

test("a row of the maximum nesting depth is accepted; brackets inside a text are not counted", async () => {
  const texts = `{"table":"pages","row":{"key":"x","content":"${"[".repeat(500)}\\"["}},`;
  await expect(importContent(own, await fileOf([nested(29), texts]))).rejects.toThrow(
    /there is no page x\.\n.*there is no page x/,
  );
});

test("a value that PostgreSQL refuses gets an error message, and nothing is written", async () => {
  const id = Array.from({ length: 100 }, (_, at) => createHash("sha256").update(`${at}`).digest("base64")).join("");
  const row = { id, name: "Long", parent_id: null, position: 1 };
  await expect(importContent(own, await fileOf([`${JSON.stringify({ table: "categories", row })},`]))).rejects.toThrow(
    /The file does not fit together, nothing was written: index row size/,
  );
  const { rows } = await shop.db.execute(sql`select id from categories where name = 'Long'`);
  expect(rows).toEqual([]);
});

const setting = (at: number) => `{"table":"settings","row":{"name":"shopName","value":"Shop ${at}"}},`;

test("a request is answered while a long file is read", async () => {
  const path = await fileOf([...repeated(60_000, setting), '{"table":"nowhere","row":{}},']);
  const app = testApp(shop, { pages });
  const events: string[] = [];
  const reading = importContent(own, path).catch((error: Error) => events.push(error.message));
  const answer = await app.fetch(new Request(new URL("/api/products", shop.address)));
  expect(answer.status).toBe(200);
  events.push("answered");
  await reading;
  expect(events).toEqual(["answered", "Line 60002, nowhere: this shop has no such content."]);
});

test("other requests are served between portions of a file, however small its rows are", async () => {
  const path = await fileOf(repeated(20_000, () => "0,"));
  let [read, atLastTurn, most] = [0, 0, 0];
  const turn = () => {
    most = Math.max(most, read - atLastTurn);
    atLastTurn = read;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  for await (const { number } of linesOf(path)) read = number;
  clearImmediate(next);
  turn();
  clearImmediate(next);
  expect(read).toBe(20_003);
  expect(most).toBeLessThan(200);
});
