import fc from "fast-check";
import { expect, test } from "vitest";
import { strictCsv } from "~/testing/strict-csv";
import { csvFile, csvRows } from "./csv.server";
import { textOfCell } from "./csv-cell";

const FIRST = [
  "'",
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "＝",
  "＋",
  "－",
  "＠",
  "\n",
  '"',
  ",",
  ";",
  "1",
  "e",
  " ",
  "a",
  "é",
];
const text = fc.array(fc.constantFrom(...FIRST), { maxLength: 6 }).map((letters) => letters.join(""));

test("numbers are written as numbers; text that begins like a formula gets an apostrophe, even if it has one before the formula", () => {
  expect(
    csvFile(
      ["Words", "Number"],
      [
        ["=cmd", -5],
        ["-5", 1.5],
        ["'=1", null],
        ["'twas", 0],
      ],
    ),
  ).toBe("\u{FEFF}Words,Number\r\n'=cmd,-5\r\n'-5,1.5\r\n''=1,\r\n'twas,0\r\n");
});

test.each([",", ";", "\t"])(
  "a strict reader gets any text back unchanged from cells separated by %j, and no cell is a formula",
  (separator) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 4 }), (rows) => {
        const cells = strictCsv(csvRows(rows, { separator }), separator);
        expect(cells.map((row) => row.map(textOfCell))).toEqual(rows);
        expect(cells.flat().filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
      }),
    );
  },
);

test.each(["'=1", "-5", "+1 970", "1e5", "=cmd", "@x", "\ttab", "\rreturn", "''=1", "'twas", "'"])(
  "the text %j is unchanged after it was written and read",
  (own) => {
    expect(strictCsv(csvRows([[own]])).map(([cell = ""]) => textOfCell(cell))).toEqual([own]);
  },
);

test("a cell with a semicolon or a tab is quoted and unchanged; where a formula follows either, the cell has one apostrophe before it", () => {
  const row = ["S; M", "a\tb", "=1;=2", "a;=cmd", "a\t-5", "'a;＝1", "a;b", "7"];
  const written = csvRows([row]);
  expect(written).toBe(`"S; M","a\tb","'=1;=2","'a;=cmd","'a\t-5","''a;＝1","a;b",7\r\n`);
  expect(strictCsv(written).map((cells) => cells.map(textOfCell))).toEqual([row]);
});
