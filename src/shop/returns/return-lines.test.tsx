import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { LineToChoose } from "./lines-to-choose";
import { ReturnLines } from "./return-lines";

const line: LineToChoose = {
  position: 0,
  name: "Trail Tee",
  choice: "M / Black",
  image: "",
  left: 1,
  reasons: ["too-small"],
  mayExchange: false,
  next: {},
  variants: [],
  others: [],
  note: "",
};

const chosen = (lines: LineToChoose[], typed: Record<string, string> = {}) =>
  [
    ...renderToString(<ReturnLines lines={lines} typed={typed} errors={{}} />).matchAll(
      /<option value="(\d)" selected/g,
    ),
  ].map(([, quantity]) => quantity);

test("an order of which one piece can come back begins with that piece, any other with nothing; a typed choice stays", () => {
  expect(chosen([line])).toEqual(["1"]);
  expect(chosen([{ ...line, left: 2 }])).toEqual(["0"]);
  expect(chosen([line, { ...line, position: 1 }])).toEqual(["0", "0"]);
  expect(chosen([line, { ...line, position: 1, left: 0, reasons: [] }])).toEqual(["1"]);
  expect(chosen([line], { "quantity-0": "0" })).toEqual(["0"]);
});
