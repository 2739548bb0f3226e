import { expect, test } from "vitest";
import { plainText } from "~/platform/html.server";
import { pastedLines } from "~/shop/orders/parcels/pasted-lines";
import { categoriesCalled } from "~/shop/imports/read-product.server";
import { deliveryLines } from "./delivery";

/** Processor time that a function takes, in milliseconds. */
function timeOf(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
const blanks = " ".repeat(100_000);

test.each<[string, () => unknown]>([
  ["a delivery", () => deliveryLines(`a${" ".repeat(2000)}${"\t".repeat(2000)}x`)],
  ["tracking numbers", () => pastedLines(`a${blanks}x`)],
  ["a category", () => categoriesCalled(`a${blanks}x`, [])],
  ["a description", () => plainText(`<p>a${"&nbsp;".repeat(60_000)}x</p>`)],
])("a long run of blanks in %s is parsed in less than two seconds of processor time", (_, read) => {
  expect(timeOf(read)).toBeLessThan(2_000);
});

test("a line whose number is too long is an error, and the next line is read", () => {
  const [long, short] = deliveryLines(`IM-1, ${"9".repeat(400)}\nIM-1, 12`);
  expect(long).toHaveProperty("error");
  expect(short).toEqual({ text: "IM-1, 12", sku: "IM-1", pieces: 12 });
});

test("a SKU with an invisible character is an error that says where the character is", () => {
  expect(deliveryLines("IM\u200b-1, 12\nIM-1, 12")).toEqual([
    { text: "IM\u200b-1, 12", error: "Take out the invisible character after “IM”, or type it anew." },
    { text: "IM-1, 12", sku: "IM-1", pieces: 12 },
  ]);
});
