import { expect, test } from "vitest";
import { strictCsv } from "./strict-csv";

test("quotes, line breaks and separators in cells are kept, and empty cells, too", () => {
  expect(strictCsv('\u{FEFF}a,"b ""c"" d",\r\n"one\ntwo","x,y",""\r\n')).toEqual([
    ["a", 'b "c" d', ""],
    ["one\ntwo", "x,y", ""],
  ]);
  expect(strictCsv("a;b\r\n", ";")).toEqual([["a", "b"]]);
});

test.each([
  ["a bare line feed", "a,b\nc,d\r\n"],
  ["a bare quotation mark", 'a,b"c\r\n'],
  ["an open quotation mark", 'a,"b\r\n'],
  ["rows of unequal length", "a,b\r\nc\r\n"],
  ["a last row without an end", "a,b\r\nc,d"],
])("a file with %s is refused", (_, text) => {
  expect(() => strictCsv(text)).toThrow(/./);
});
