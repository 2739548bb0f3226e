import fc from "fast-check";
import { expect, test } from "vitest";
import { colorChoices, sizeChoices } from "./facets";
import { activeFilters, addressOf, changed, cleared, knownView, plainView, shownTotal, viewFrom } from "./listing-view";
import { countIn, tabsOf } from "./listing-tabs";
import { ALL_SIZES } from "../product";

const men = { id: "men", name: "Men" };
const women = { id: "women", name: "Women" };
const categories = [
  { ...men, parent: null },
  { ...women, parent: null },
  { id: "jackets", name: "Jackets", parent: men },
  { id: "pants", name: "Pants", parent: men },
  { id: "shorts", name: "Shorts", parent: men },
  { id: "women-jackets", name: "Jackets", parent: women },
];

const counts = new Map([
  ["jackets", 2],
  ["pants", 1],
]);
const names = (tabs: { name: string }[]) => tabs.map(({ name }) => name);
const values = { tabs: ["", "jackets"], colors: ["Black"], sizes: ["M"], count: 23 };

test("an address that is parsed and written again stays the same", () => {
  const query =
    "search=jacket&tab=jackets&sort=newest&colors=Red+Plaid&colors=Black&sizes=33%2F32&maxPrice=400&shown=16";
  expect(addressOf("men", viewFrom(new URLSearchParams(query)))).toBe(`/shop/men?${query}`);
});

test("default values are left out of the address", () => {
  expect(addressOf("women-top", plainView)).toBe("/shop/women-top");
});

test("several values of a parameter may be repeated or separated by commas", () => {
  expect(viewFrom(new URLSearchParams("colors=Black,Olive&colors=Sand&colors=Black")).colors).toEqual([
    "Black",
    "Olive",
    "Sand",
  ]);
});

test.each([
  ["shown=abc", { shown: 12 }],
  ["shown=-4", { shown: 12 }],
  ["shown=13", { shown: 16 }],
  ["maxPrice=", { maxPrice: 1000 }],
  ["maxPrice=-5", { maxPrice: 0 }],
  ["maxPrice=99999", { maxPrice: 1000 }],
  ["maxPrice=NaN", { maxPrice: 1000 }],
  ["sort=cheapest", { sort: "recommended" }],
  ["sort=toString", { sort: "recommended" }],
])("%s in an address is replaced by a valid value", (query, expected) => {
  expect(viewFrom(new URLSearchParams(query))).toMatchObject(expected);
});

test("any parameters give a valid number of shown products", () => {
  const key = fc.constantFrom("tab", "sort", "shown", "colors", "sizes", "maxPrice", "search", "after");
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ unit: "grapheme" }))), (pairs) => {
      const { shown } = knownView(viewFrom(new URLSearchParams(pairs)), values);
      expect(shown % 4).toBe(0);
      expect(shown).toBeLessThanOrEqual(24);
    }),
  );
});

test("a tab, a color and a size that the listing does not have are ignored", () => {
  const asked = viewFrom(new URLSearchParams("tab=kayaks&colors=Neon&sizes=9XL"));
  expect(knownView(asked, values)).toEqual(plainView);
});

test("a page shows at most 240 products", () => {
  const asked = viewFrom(new URLSearchParams("shown=9999999999"));
  expect(knownView(asked, values).shown).toBe(24);
  expect(knownView(asked, { ...values, count: 1_000_000 }).shown).toBe(240);
});

test("tabs are All and the sub-categories of the collection's category that have goods (R-2.5-03)", () => {
  const tabs = tabsOf("men", categories, counts);
  expect(tabs.map((tab) => `${tab.name} ${countIn(tab, categories, counts)}`)).toEqual([
    "All 3",
    "Jackets 2",
    "Pants 1",
  ]);
});

test("men's top has tabs of categories with tops, final sale has tabs of top-level categories (R-2.5-03)", () => {
  expect(names(tabsOf("men-top", categories, new Map([["jackets", 1]])))).toEqual(["All", "Jackets"]);
  const onSale = tabsOf("final-sale", categories, counts);
  expect(onSale.map((tab) => `${tab.name} ${countIn(tab, categories, counts)}`)).toEqual(["All 3", "Men 3"]);
});

test("a total that is only a lower bound is shown with a plus", () => {
  expect(shownTotal({ count: 23, isExact: true })).toBe("23");
  expect(shownTotal({ count: 10_000, isExact: false })).toBe("10,000+");
});

test("changing the sort order or clearing the filters returns to the first page (R-4-27)", () => {
  const view = { ...plainView, shown: 20 };
  expect(changed({ ...view, after: "abc" }, { sort: "newest" })).toMatchObject({ shown: 12, after: "" });
  expect(cleared({ ...view, colors: ["Black"], maxPrice: 5, tab: "jackets" })).toEqual({
    ...plainView,
    tab: "jackets",
  });
});

test("sizes are grouped by unit and sorted in ascending order", () => {
  const sizes = ["US 10", "33/32", "2XL", ALL_SIZES, "M", "US 9.5", "30/30"].map((value) => ({ value, count: 1 }));
  expect(sizeChoices(sizes).map(({ name, choices }) => [name, choices.map(({ label }) => label)])).toEqual([
    ["Standard", ["M", "2XL"]],
    ["Waist/inside leg", ["30/30", "33/32"]],
    ["Shoes", ["US 9.5", "US 10"]],
    ["Other", ["One Size"]],
  ]);
});

test("colors have a swatch and a count, and are sorted by count, then by name", () => {
  const choice = (value: string, count: number) => ({ value, count, swatch: "#121212" });
  expect(colorChoices([choice("Sand", 1), choice("Olive", 1), choice("Black", 3)])).toEqual([
    { color: "Black", label: "Black", swatch: "#121212", count: 3 },
    { color: "Olive", label: "Olive", swatch: "#121212", count: 1 },
    { color: "Sand", label: "Sand", swatch: "#121212", count: 1 },
  ]);
});

test("each active filter has a label, and a view without that filter", () => {
  const filters = activeFilters({ ...plainView, search: "denim", sizes: ["M", ALL_SIZES], maxPrice: 400, shown: 16 });
  expect(filters.map(({ label }) => label)).toEqual(['"denim"', "Size M", "One Size", "Up to $400"]);
  expect(filters[1]?.without).toEqual({ ...plainView, search: "denim", sizes: [ALL_SIZES], maxPrice: 400 });
});
