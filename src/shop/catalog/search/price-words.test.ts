import { expect, test } from "vitest";
import { pricedQuery } from "./price-words";

test.each([
  ["leather jacket under 400", "leather jacket", undefined, 40_000],
  ["jackets below $1,250.", "jackets .", undefined, 125_000],
  ["under $49.99 gloves", "gloves", undefined, 4_999],
  ["vest less than 100 dollars", "vest", undefined, 10_000],
  ["boots at least 150", "boots", 15_000, undefined],
  ["jacket between 250 and 100", "jacket", 10_000, 25_000],
  ["jacket $100-$250", "jacket", 10_000, 25_000],
  ["gift $30", "gift", undefined, 3_000],
  ["cheaper than 50", "", undefined, 5_000],
  ["jacket 250 or less", "jacket", undefined, 25_000],
  ["vests $100 and under", "vests", undefined, 10_000],
  ["helmet 300 and up", "helmet", 30_000, undefined],
  ["100 dollar jacket", "jacket", undefined, 10_000],
])("'%s' is a search for '%s' within bounds of the price", (query, rest, least, most) => {
  const found = pricedQuery(query);
  expect(found.rest).toBe(rest);
  expect(found.bounds).toEqual({ ...(least && { least }), ...(most && { most }) });
});

test.each(["jeans 36/34", "boots size 10", "under 36/34", "backpack 25l", "under 25l", "wonder 50", "up to 3xl"])(
  "'%s' says nothing about prices",
  (query) => expect(pricedQuery(query)).toEqual({ rest: query, bounds: {}, typed: "" }),
);
