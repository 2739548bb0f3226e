import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { linesIn } from "~/back-office/discounts/parse-code";
import { redirectLines } from "~/back-office/texts/redirects/read-redirects.server";
import { openImports } from "~/testing/open-imports.server";
import { deliveryLines } from "./catalog/stock/delivery";
import { pastedLines } from "./orders/parcels/pasted-lines";
import { rateLines } from "./tax/rate-lines";
import { textOfBytes } from "./text-encoding";

const { readIn, apply, goods, entryOf } = await openImports();

const utf8 = (text: string): Uint8Array => Buffer.from(text, "utf8");
const swapped = (text: string): Uint8Array => Buffer.from(text, "utf16le").swap16();

/** Ways in which programs write the bytes of a file. */
const WRITERS: [writer: string, write: (text: string) => Uint8Array][] = [
  ["UTF-8", utf8],
  ["UTF-8 with its mark", (text) => utf8(`\uFEFF${text}`)],
  ["Windows-1252", (text) => Buffer.from(text, "latin1")],
  ["UTF-16 with its mark", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["UTF-16 of the other order", (text) => swapped(`\uFEFF${text}`)],
  ["UTF-16 without its mark", (text) => Buffer.from(text, "utf16le")],
  ["a Mac, letters in parts", (text) => utf8(text.normalize("NFD"))],
  ["an old Mac's line ends", (text) => utf8(text.replaceAll("\n", "\r"))],
  ["Windows' line ends", (text) => utf8(text.replaceAll("\n", "\r\n"))],
];
const SEPARATORS = [",", ";", "\t"];
const FILES = WRITERS.flatMap(([writer, write]) =>
  SEPARATORS.map((separator): [string, (lines: string[][]) => Uint8Array] => [
    `${writer}, cells parted by ${JSON.stringify(separator)}`,
    (lines) => write(`${lines.map((cells) => cells.join(separator)).join("\n")}\n`),
  ]),
);

test.each(FILES)(
  "%s: rates, deliveries, tracking numbers, old addresses and goods of a code are read the same",
  (_, file) => {
    const read = (lines: string[][]) => textOfBytes(file(lines)) ?? "";
    expect(rateLines(read([["NY", "12201", "12210", "8", "Café"]]), null)).toMatchObject({
      lines: [{ state: "NY", rate: 80_000, name: "Café" }],
      bad: [],
    });
    expect(deliveryLines(read([["Café-1", "Crème", "5"]]))).toMatchObject([
      { sku: "Café-1", choice: ["Crème"], pieces: 5 },
    ]);
    expect(pastedLines(read([["1234-5678", "1Z9990001"]]))).toMatchObject([
      { order: "1234-5678", tracking: "1Z9990001" },
    ]);
    expect(
      redirectLines(
        read([
          ["Redirect from", "Redirect to"],
          ["/café", "/shop/men"],
        ]),
      ),
    ).toEqual([{ from: "/café", to: "/shop/men" }]);
    expect(linesIn(read([["Félin Tee"], ["Crème Cap"]]))).toEqual(["Félin Tee", "Crème Cap"]);
  },
);

test("each of these files of goods names the same product, color and size, also with invisible characters in it", async () => {
  const line = ["Félin Vest", "Crème", "Gré", "9", "4"];
  const lines = (cells: string[]) => [["Name", "Color", "Size", "Price", "Inventory"], cells];
  const [first, ...others] = FILES.map(([, file]) => file(lines(line)));
  await apply(await readIn(first ?? ""));
  const strewn = utf8(lines(line.map((cell) => cell.replaceAll("é", "é\u200B\u00AD\u2060"))).join("\n"));
  for (const file of [...others, strewn])
    expect((await entryOf(await readIn(file))).counts).toMatchObject({ same: 1, bad: 0, fresh: 0 });
  expect(await goods("félin-vest")).toMatchObject({ name: "Félin Vest", variants: [{ color: "Crème", size: "Gré" }] });
});

test("a workbook or a picture is no text", () => {
  expect(textOfBytes(Buffer.from("PK\u0003\u0004\u0014\0\u0006\0\b\0\0\0!\0", "latin1"))).toBeNull();
  expect(textOfBytes(Buffer.from("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", "latin1"))).toBeNull();
});

test("no other code decodes files, divides tables, or reads the text of a chosen file", async () => {
  const found = new Map<string, string[]>();
  const ways: [way: string, pattern: RegExp][] = [
    ["decodes", /new TextDecoder(?:Stream)?\(/],
    ["divides a table", /from "csv-parse(?:\/sync)?"/],
    ["reads a chosen file", /\bfile\.text\(\)|\.readAsText\(/],
  ];
  for await (const file of glob("src/{shop,back-office,content}/**/*.{ts,tsx}")) {
    const text = /\.test\.tsx?$/.test(file) ? "" : readFileSync(file, "utf8");
    for (const [way, pattern] of ways)
      if (pattern.test(text)) found.set(way, [...(found.get(way) ?? []), file].toSorted());
  }
  expect(Object.fromEntries(found)).toEqual({
    decodes: ["src/shop/imports/read-file.server.ts", "src/shop/text-encoding.ts"],
    "divides a table": [
      "src/back-office/texts/redirects/read-redirects.server.ts",
      "src/shop/imports/read-file.server.ts",
      "src/shop/tax/rate-lines.ts",
    ],
  });
  // Each of them takes its text from the one function.
  for (const file of found.get("divides a table") ?? [])
    expect([file, readFileSync(file, "utf8")]).toEqual([file, expect.stringContaining('from "~/shop/pasted-text"')]);
});
