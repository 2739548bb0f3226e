import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { formatOf, records } from "./read-file.server";

const folder = await mkdtemp(join(tmpdir(), "import-test-"));
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string | Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, content);
  return path;
}
async function rowsOf(content: string | Uint8Array) {
  const path = await fileWith(content);
  const format = await formatOf(path);
  const rows: { row: number; cells: string[] }[] = [];
  for await (const record of records(path, format)) rows.push(record);
  return { ...format, rows };
}

test("detects commas, semicolons and tabs as separator from the first line, even if cells are quoted", async () => {
  expect((await rowsOf('"a,b";c;d\n1;2;3')).headers).toEqual(["a,b", "c", "d"]);
  expect((await rowsOf("a\tb,c\td\n")).separator).toBe("\t");
  expect((await rowsOf("Handle\nx")).separator).toBe(",");
});

test("removes a byte order mark, and keeps line ends within quoted cells", async () => {
  const { headers, rows } = await rowsOf('\u{FEFF}Handle,Body\r\nx,"one\r\ntwo, ""three"""\r\n\r\ny,z\r\n');
  expect(headers).toEqual(["Handle", "Body"]);
  expect(rows.slice(1)).toEqual([
    { row: 2, cells: ["x", 'one\r\ntwo, "three"'] },
    { row: 4, cells: ["y", "z"] },
  ]);
});

test("detects Windows-1252 and UTF-16, and decodes accents", async () => {
  const latin = Buffer.from("Name;Preis\nCaf\u00E9 Racer;1\n", "latin1");
  expect(await rowsOf(latin)).toMatchObject({
    encoding: "windows-1252",
    rows: [{}, { cells: ["Caf\u00E9 Racer", "1"] }],
  });
  const wide = Buffer.from("\u{FEFF}Name\tPreis\nCaf\u00E9\t1\n", "utf16le");
  expect(await rowsOf(wide)).toMatchObject({ encoding: "utf-16le", separator: "\t", headers: ["Name", "Preis"] });
});

test.each([
  ["an empty file", "", "The file is empty."],
  ["a workbook", "PK\u0003\u0004binary", "This is a workbook"],
  ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "This is no CSV file"],
  ["a file cut inside a quoted cell", 'a,b\n1,"open', "ends in the middle of row 2"],
  ["a stray quotation mark", 'a,b\n1,"x"y\n', "Row 2 cannot be read"],
])("rejects %s with a message", async (_, content, words) => {
  await expect(rowsOf(content)).rejects.toThrow(words);
});

test("rejects a row with more columns than allowed, even if all its cells are empty", async () => {
  await expect(rowsOf(`Handle,Name\nx,y\n${",".repeat(390_000)}\n`)).rejects.toThrow("too many columns");
  expect((await rowsOf(`Handle,Name\nx,y${",".repeat(200)}\n`)).rows).toHaveLength(2);
});

test("removes invisible characters from headers and cells of one line, and keeps them in cells of several lines", async () => {
  const { headers, rows } = await rowsOf(
    '\u{FEFF}Han\u200bdle,Name,Words\nrider\u00ad-vest,\u2060Rider\u200b Vest\u200e,"Soft\u00adshell\nTwice"\n',
  );
  expect(headers).toEqual(["Handle", "Name", "Words"]);
  expect(rows.slice(1)).toEqual([{ row: 2, cells: ["rider-vest", "Rider Vest", "Soft\u00adshell\nTwice"] }]);
});

test("reads the separator from a first line such as sep=; and counts that line in row numbers", async () => {
  for (const line of ["sep=;\n", "\u{FEFF}sep=;\n", '"sep=;"\n']) {
    const { separator, headers, rows } = await rowsOf(`${line}Handle;Price\nx;"12,50"\n`);
    expect([separator, headers, rows.at(-1)]).toEqual([";", ["Handle", "Price"], { row: 3, cells: ["x", "12,50"] }]);
  }
});

test.each([
  ["Name,Email,Financial Status,Paid at,Fulfillment Status,Lineitem quantity,Lineitem name"],
  ["Order Number,Order Date,Shipping City,Item Name,Quantity"],
  ["Sale Date;Item Name;Buyer;Quantity;Order ID"],
])("rejects a file of orders with an explanation: %s", async (heads) => {
  await expect(formatOf(await fileWith(`${heads}\n1,2,3\n`))).rejects.toThrow("This is a file of orders");
});

test("accepts a file of products that has columns about shipping", async () => {
  const heads = "Title,Price,Shipping class,Requires shipping,Order quantity";
  expect((await formatOf(await fileWith(`${heads}\nTee,9\n`))).headers).toHaveLength(5);
});

test("reads UTF-16 of either order, with a mark at its beginning and without", async () => {
  const text = "Name;Preis\nCaf\u00E9 \u7EA2;1\n";
  const wide = (content: string, isSwapped: boolean) => {
    const bytes = Buffer.from(content, "utf16le");
    return isSwapped ? bytes.swap16() : bytes;
  };
  for (const [content, isSwapped, encoding] of [
    [`\u{FEFF}${text}`, false, "utf-16le"],
    [`\u{FEFF}${text}`, true, "utf-16be"],
    [text, false, "utf-16le"],
    [text, true, "utf-16be"],
  ] as const)
    expect(await rowsOf(wide(content, isSwapped))).toMatchObject({
      encoding,
      headers: ["Name", "Preis"],
      rows: [{}, { cells: ["Caf\u00E9 \u7EA2", "1"] }],
    });
});
