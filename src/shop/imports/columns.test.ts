import { expect, test } from "vitest";
import { dialectOf, guessMapping, namesNoProduct, whyLeftOut } from "./columns";

const TODAY = [
  "Title",
  "URL handle",
  "Description",
  "Type",
  "Published on online store",
  "SKU",
  "Option1 name",
  "Price",
];
const OLDER = ["Handle", "Title", "Body (HTML)", "Vendor", "Variant Price", "Image Src", "Google Shopping / MPN"];

test("`guessMapping` recognizes present and older column names of Shopify", () => {
  expect(guessMapping(TODAY)).toEqual([
    "name",
    "handle",
    "description",
    "category",
    "published",
    "sku",
    "option1Name",
    "price",
  ]);
  expect(guessMapping(OLDER)).toEqual(["handle", "name", "description", null, "price", "picture", null]);
  expect([dialectOf(TODAY), dialectOf(OLDER), dialectOf(["SKU", "Price"])]).toEqual(["shopify", "shopify", "other"]);
});

test("`guessMapping` ignores byte order mark, spaces and letter case, and maps only the first of two columns with one meaning", () => {
  expect(guessMapping(["\u{FEFF}HANDLE", " variant   PRICE ", "Price"])).toEqual(["handle", "price", null]);
});

test("`whyLeftOut` states why a column is ignored", () => {
  expect(whyLeftOut("Google Shopping / Gender")).toContain("Google");
  expect(whyLeftOut("Vendor")).toContain("no place");
  expect(whyLeftOut("Hat size of the dog")).toContain("does not know");
});

test("`namesNoProduct` is true for a file without handle, name and SKU", () => {
  expect(namesNoProduct(guessMapping(["Color", "Price"]))).toBe(true);
  expect(namesNoProduct(guessMapping(["SKU", "Price"]))).toBe(false);
});

test("a column is said to be about taxes only if it is", () => {
  const taxes = "taxes go by the kind of goods here";
  for (const heading of ["Variant Taxable", "Tax class", "Steuerklasse", "Variant Tax Code"])
    expect(whyLeftOut(heading)).toBe(taxes);
  for (const heading of ["Taxonomy", "Syntax"]) expect(whyLeftOut(heading)).not.toBe(taxes);
});
