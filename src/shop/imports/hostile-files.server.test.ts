import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { tableOf } from "./file-table.server";
import { importLimits } from "./import-limits";
import { importById, readImport } from "./imports.server";
import { importPictures } from "./imports.tables";
import { noteStrays } from "./note-strays.server";
import { formatOf, records } from "./read-file.server";
import { rowsOf } from "./rows.server";
import { picturesWaiting, takeFromFolder } from "./take-pictures.server";
import { wooHandles } from "./woocommerce";

const shop = await openTestShop();
const folder = await mkdtemp(join(tmpdir(), "hostile-files-"));
afterAll(() => rm(folder, { recursive: true }));

async function written(lines: string[]): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, [...lines, ""].join("\n"));
  return path;
}
/** Reads a file and returns the number of its rows that are not empty. */
async function read(path: string): Promise<number> {
  let rows = 0;
  for await (const _ of records(path, await formatOf(path))) rows += 1;
  return rows;
}
const straysOf = async (id: number) => (await importById(shop.db, id))?.strayPictures;
const WOO = ["ID", "Type", "SKU", "Name", "Parent", "Regular price", "In stock?"];

test("a WooCommerce file with too many rows is rejected as soon as the maximum is exceeded", async () => {
  const path = await written([WOO.join(","), ...Array.from({ length: 50_001 }, (_, id) => `${id},simple`)]);
  await expect(tableOf(shop.db, path, await formatOf(path))).rejects.toMatchObject({ why: "many-rows" });

  const whole = await written([WOO.join(","), "1,simple,tee,Sprocket Tee,,12.00,1"]);
  expect((await tableOf(shop.db, whole, await formatOf(whole))).dialect).toBe("woocommerce");
});

test("a line of millions of empty cells is refused before they are made", async () => {
  const commas = ",".repeat(20_000_000);
  for (const lines of [[commas], ["Handle,Title,Variant Price", commas]]) {
    const path = await written(lines);
    const before = process.cpuUsage();
    await expect(read(path)).rejects.toMatchObject({ why: "long-row", row: lines.length });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  }
});

test("other requests are served while the rows of a file are read, however small they are", async () => {
  const path = await written(["Handle,Title,Variant Price", ...Array.from({ length: 20_000 }, () => "a,b")]);
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 0);
  await read(path);
  clearInterval(turning);
  expect(turns).toBeGreaterThan(30);
});

/** Longest stretch of processor time in milliseconds, within some work, in which nothing else was served. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, last] = [0, false, process.cpuUsage().user];
  const turn = () => {
    const now = process.cpuUsage().user;
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest / 1000;
}

test("other requests are served while a file with long cells is read and previewed", async () => {
  const long = "<div>".repeat(importLimits.cell / 5 - 1);
  const path = await written([
    "Handle,Title,Body (HTML),Variant Price",
    ...Array.from({ length: 60 }, (_, index) => `long-${index},Long ${index},${long},10.00`),
  ]);
  const stretch = await longestStretch(() => readImport(shop, "command", { path, file: "long.csv" }));
  expect(stretch).toBeLessThan(1000);
});

test("other requests are served while a cell with thousands of pictures is read, and each has its words", async () => {
  const numbers = Array.from({ length: importLimits.cell / 10 }, (_, index) => index);
  const lines = (words: (number: number) => string) => `"${numbers.map(words).join("\n")}"`;
  const path = await written([
    "Handle,Title,Image Src,Image Alt Text,Variant Price",
    `many,Many,${lines((number) => `${number}.jpg`)},${lines((number) => `Side ${number}`)},10.00`,
  ]);
  let id = 0;
  const stretch = await longestStretch(async () => {
    id = await readImport(shop, "command", { path, file: "many.csv" });
  });
  expect(stretch).toBeLessThan(1000);
  const [last] = await shop.db
    .select({ alt: importPictures.alt })
    .from(importPictures)
    .where(and(eq(importPictures.importId, id), eq(importPictures.source, "9999.jpg")));
  expect(last?.alt).toBe("Side 9999");
});

const many = (count: number, between: string): string =>
  Array.from({ length: count }, (_, index) => `v${index}`).join(between);
test.each([
  [
    "Wix's options",
    [
      `handleId,fieldType,name,sku,price,visible,${[1, 2, 3, 4, 5, 6].map((number) => `productOptionName${number},productOptionDescription${number}`).join(",")}`,
      `a,Product,Many,M,10,true,${[1, 2, 3, 4, 5, 6].map((number) => `Size ${number},${many(45, ";")}`).join(",")}`,
    ],
  ],
  [
    "cells of several lines",
    [
      "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price",
      `many-lines,Many Lines,Size,"${many(1500, "\n")}",Color,"${many(1500, "\n")}",10.00`,
    ],
  ],
])("a row with millions of sizes and colors in %s is refused at once", async (_, lines) => {
  const path = await written(lines);
  let id = 0;
  const stretch = await longestStretch(async () => {
    id = await readImport(shop, "command", { path, file: "choices.csv" });
  });
  expect(stretch).toBeLessThan(1000);
  const [row] = await rowsOf(shop.db, id, { states: ["bad"], most: 2 });
  expect(row?.problems.map(({ words }) => words)).toContain(
    "the row is for more than 600 sizes and colors, and a product has at most 600",
  );
});

test("variations of a SKU that thousands of products share are looked up once, and other variations are still found", () => {
  const handles = wooHandles(WOO);
  for (let id = 0; id < 3_000; id += 1) {
    handles.note([String(id), "variable", "same", `Jacket ${id}`]);
    handles.note(["", "variation", `piece-${id}`, "", "same"]);
  }
  handles.note(["5000", "variable", "own", "Sprocket Tee"]);
  handles.note(["", "variation", "own-m", "", "own"]);
  const { skus } = handles.wanted();
  expect(skus).toContain("own-m");
  expect(skus.length).toBeLessThan(10_000);
  const inShop = { bySku: new Map([["own-m", "sprocket"]]), byHandle: new Map() };
  expect(handles.byRef(inShop).get("own")).toBe("sprocket");
});

test("picture names that contain a NUL character cause no error, neither in a file nor in a folder", async () => {
  const path = await written([
    "Handle,Title,Variant Price,Image Src",
    "tee,Tee,12.00,https://x.example/tee%00-sand.jpg",
  ]);
  const id = await readImport(shop, "command", { path, file: "goods.csv" });
  const pictures = join(folder, randomUUID());
  await mkdir(pictures);
  for (const name of ["tee-sandy.jpg", "holi%00day.jpg"]) await writeFile(join(pictures, name), "no picture");
  await takeFromFolder(shop, id, pictures);
  expect((await straysOf(id))?.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: "holiday.jpg", nearest: "" },
    { name: "tee-sandy.jpg", nearest: "tee-sand.jpg" },
  ]);
});

test("long names are compared by their beginnings, so that the most similar name is found in seconds", async () => {
  const rows = Array.from({ length: 2_000 }, (_, row) => {
    // The last compared character is half of a surrogate pair.
    const words = [`r${String(row).padEnd(78, "ider")}\u{1F3CD}`];
    for (let word = 0; word < 60; word += 1) words.push(`word${(row * 61 + word * 97) % 7919}`);
    return `tee-${row},Tee ${row},12.00,${words.join("-")}.jpg`;
  });
  const path = await written(["Handle,Title,Variant Price,Image Src", ...rows]);
  const id = await readImport(shop, "command", { path, file: "goods.csv" });
  const sent = rows.slice(0, 200).map((row) => `x${row.split(",")[3]}`);
  await noteStrays(shop.db, id, sent);
  expect((await straysOf(id))?.[0]?.nearest).toBe(sent[0]?.slice(1));
});

test("a picture's text is cut between characters, never within a surrogate pair", async () => {
  const half = (most: number) => `${"a".repeat(most - 1)}\u{1F3CD} and more`;
  const path = await written([
    "Handle,Title,Variant Price,Image Src,Image Alt Text",
    `tee,Tee,12.00,tee-sand.jpg,${half(importLimits.pictureWords)}`,
  ]);
  const id = await readImport(shop, "command", { path, file: "goods.csv" });
  const [picture] = await picturesWaiting(shop.db, id);
  expect(picture?.alt).toBe("a".repeat(importLimits.pictureWords - 1));
});
