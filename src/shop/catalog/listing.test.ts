import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import {
  activeFilters,
  addressOf,
  arranged,
  changed,
  cleared,
  listingOf,
  passes,
  plainView,
  tabsOf,
  viewFrom,
} from "./listing";
import { sizeChoices } from "./facets";
import { ALL_SIZES, type Card } from "./product";

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

interface Sold {
  id: string;
  name: string;
  category: string;
  dollars: number;
  colors?: string[];
  sizes?: string[];
  created?: string;
}

function card({ id, name, category, dollars, colors = ["Black"], sizes = ["M"], created = "2026-01-01" }: Sold): Card {
  const entry = categories.find((known) => known.id === category);
  const price = cents(dollars * 100);
  return {
    id,
    name,
    address: `/product/${id}`,
    price,
    material: "",
    colors: colors.map((color) => ({ name: color, swatch: "#121212", front: null, back: null })),
    front: null,
    back: null,
    variants: sizes.flatMap((size) =>
      colors.map((color) => ({ size, color, price, salePrice: null, stock: 9, image: null })),
    ),
    salePrice: null,
    category: { id: category, name: entry?.name ?? "", parent: entry?.parent?.id ?? null },
    isNew: false,
    soldOut: false,
    lowStock: false,
    rating: 0,
    reviews: 0,
    createdAt: `${created}T00:00:00.000Z`,
  };
}

const leather = card({
  id: "1",
  name: "Outlaw Leather Jacket",
  category: "jackets",
  dollars: 389,
  sizes: ["M", "2XL"],
});
const textile = card({
  id: "2",
  name: "Switchback Textile Jacket",
  category: "jackets",
  dollars: 100,
  colors: ["Olive", "Black"],
  created: "2026-06-01",
});
const jeans = card({ id: "3", name: "Drifter Denim", category: "pants", dollars: 100.01, sizes: ["33/32", "30/30"] });
const rack = [leather, textile, jeans];

const listing = (query: string, cards = rack) => listingOf("men", cards, categories, new URLSearchParams(query));
const names = (query: string, cards = rack) => listing(query, cards).cards.map(({ name }) => name);
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => card({ id: String(i), name: `Tee ${i}`, category: "jackets", dollars: 30 }));

test("a plain address shows everything, as the merchant arranged it (R-4-20)", () => {
  expect(names("")).toEqual(["Outlaw Leather Jacket", "Switchback Textile Jacket", "Drifter Denim"]);
});

test("an address read and written again is the same address", () => {
  const query =
    "search=jacket&tab=jackets&sort=newest&colors=Red+Plaid&colors=Black&sizes=33%2F32&maxPrice=400&shown=16";
  expect(addressOf("men", viewFrom(new URLSearchParams(query)))).toBe(`/shop/men?${query}`);
});

test("what nobody chose is not in the address", () => {
  expect(addressOf("women-top", plainView)).toBe("/shop/women-top");
});

test("values of a list repeat or are separated by commas", () => {
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
])("%s in an address is brought into order", (query, expected) => {
  expect(viewFrom(new URLSearchParams(query))).toMatchObject(expected);
});

test("no address whatsoever breaks a listing", () => {
  const key = fc.constantFrom("tab", "sort", "shown", "colors", "sizes", "maxPrice", "search");
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ unit: "grapheme" }))), (pairs) => {
      const { view, cards, total } = listingOf("men", rack, categories, new URLSearchParams(pairs));
      expect(cards.length).toBeLessThanOrEqual(total);
      expect(view.shown % 4).toBe(0);
    }),
  );
});

test("a tab, a color and a size that the listing does not have are ignored", () => {
  const { view, total } = listing("tab=kayaks&colors=Neon&sizes=9XL");
  expect(view).toEqual(plainView);
  expect(total).toBe(3);
});

test("search keeps names that contain it, whatever the case (R-2.5-02)", () => {
  expect(names("search=jACKet")).toEqual(["Outlaw Leather Jacket", "Switchback Textile Jacket"]);
});

test("tabs are All and the sub-categories of the collection's category, with their counts (R-2.5-03)", () => {
  expect(listing("").tabs.map(({ name, count }) => `${name} ${count}`)).toEqual([
    "All 3",
    "Jackets 2",
    "Pants 1",
    "Shorts 0",
  ]);
});

test("a tab shows its sub-category, and counts follow the search (R-2.5-05)", () => {
  expect(names("tab=jackets&search=leather")).toEqual(["Outlaw Leather Jacket"]);
  expect(listing("search=denim").tabs.map(({ count }) => count)).toEqual([1, 0, 1, 0]);
});

test("men's top has the tabs of what is a top, final sale those of the top-level categories (R-2.5-03)", () => {
  expect(tabsOf("men-top", categories, [leather]).map(({ name }) => name)).toEqual(["All", "Jackets"]);
  expect(tabsOf("final-sale", categories, [leather, jeans]).map(({ name, count }) => `${name} ${count}`)).toEqual([
    "All 2",
    "Men 2",
    "Women 0",
  ]);
});

test("a color keeps exactly what has it, a size exactly what comes in it (R-5-07, R-5-08)", () => {
  expect(names("colors=Olive")).toEqual(["Switchback Textile Jacket"]);
  expect(names("sizes=33/32")).toEqual(["Drifter Denim"]);
  expect(names("colors=Olive&colors=Black&sizes=M")).toEqual(["Outlaw Leather Jacket", "Switchback Textile Jacket"]);
});

test("up to $100 keeps what costs exactly $100 and leaves out a cent more (R-5-06)", () => {
  expect(names("maxPrice=100")).toEqual(["Switchback Textile Jacket"]);
});

test("the highest bound is no bound", () => {
  const trike = card({ id: "4", name: "Trike", category: "shorts", dollars: 9000 });
  expect(passes(trike, plainView)).toBe(true);
  expect(passes(trike, { ...plainView, maxPrice: 999 })).toBe(false);
});

test("newest comes first, highest falls, lowest rises, and equals keep the merchant's order (R-4-21)", () => {
  expect(arranged(rack, "newest")).toEqual([textile, leather, jeans]);
  expect(arranged(rack, "highest")).toEqual([leather, jeans, textile]);
  expect(arranged(rack, "lowest")).toEqual([textile, jeans, leather]);
});

test("twelve at first, four more each time, never more than there are (R-4-22)", () => {
  expect(listing("", many(23)).cards).toHaveLength(12);
  expect(listing("shown=16", many(23)).cards).toHaveLength(16);
  expect(listing("shown=9999999999", many(23))).toMatchObject({ total: 23, view: { shown: 24 } });
});

test("another filter, tab or order starts at the first page again (R-4-27)", () => {
  const view = { ...plainView, shown: 20 };
  expect(changed(view, { sort: "newest" }).shown).toBe(12);
  expect(cleared({ ...view, colors: ["Black"], maxPrice: 5, tab: "jackets" })).toEqual({
    ...plainView,
    tab: "jackets",
  });
});

test("colors come with swatch and count, the most frequent first", () => {
  expect(listing("").colors).toEqual([
    { color: "Black", label: "Black", swatch: "#121212", count: 3 },
    { color: "Olive", label: "Olive", swatch: "#121212", count: 1 },
  ]);
});

test("sizes are grouped by what they measure and run from small to large", () => {
  const socks = card({ id: "5", name: "Socks", category: "shorts", dollars: 9, sizes: ["US 10", "US 9.5", ALL_SIZES] });
  expect(sizeChoices([...rack, socks]).map(({ name, choices }) => [name, choices.map(({ label }) => label)])).toEqual([
    ["Standard", ["M", "2XL"]],
    ["Waist/inside leg", ["30/30", "33/32"]],
    ["Shoes", ["US 9.5", "US 10"]],
    ["Other", ["One Size"]],
  ]);
});

test("a color chosen in another tab can still be taken back", () => {
  const { colors, total } = listing("tab=pants&colors=Olive");
  expect(total).toBe(0);
  expect(colors).toContainEqual({ color: "Olive", label: "Olive", swatch: "#121212", count: 0 });
});

test("each filter in force has its words and a way back", () => {
  const filters = activeFilters({ ...plainView, search: "denim", sizes: ["M", ALL_SIZES], maxPrice: 400, shown: 16 });
  expect(filters.map(({ label }) => label)).toEqual(['"denim"', "Size M", "One Size", "Up to $400"]);
  expect(filters[1]?.without).toEqual({ ...plainView, search: "denim", sizes: [ALL_SIZES], maxPrice: 400 });
});
