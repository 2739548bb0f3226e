import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { deliveryLines } from "./catalog/stock/delivery";
import { pastedLines } from "./orders/parcels/pasted-lines";
import { linesOfPasted } from "./pasted-text";
import { rateLines } from "./tax/rate-lines";

const MAC = "Cafe\u0301";
const STORED = "Café";

test("lines of a file that a Mac wrote are composed, whatever ends them and whatever mark stands before them", () => {
  expect(linesOfPasted(`\uFEFF${MAC}\r${MAC}\r\n\n${MAC}\0`)).toEqual([STORED, STORED, "", STORED]);
});

test("deliveries, tracking numbers and rates of tax are read composed", () => {
  expect(deliveryLines(`${MAC}-1, 5`)).toMatchObject([{ sku: `${STORED}-1`, pieces: 5 }]);
  expect(pastedLines(`1234-5678, ${MAC}`)).toMatchObject([{ tracking: STORED.toUpperCase() }]);
  expect(rateLines(`NY,12201,,8,${MAC}`, null).lines).toMatchObject([{ name: STORED }]);
});

test("no other code divides what members paste into lines", async () => {
  const own: string[] = [];
  for await (const file of glob("src/{shop,back-office}/**/*.{ts,tsx}"))
    if (!/\.test\.tsx?$/.test(file) && /\.split\(\/\\r\\n\|\\r\|\\n\//.test(readFileSync(file, "utf8"))) own.push(file);
  expect(own).toEqual(["src/shop/pasted-text.ts"]);
});
