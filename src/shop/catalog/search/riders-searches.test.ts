import { describe, expect, test } from "vitest";
import { elementOf, elementsOf, sectionOf, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";
import { cardTerms } from "../cards/card-terms.server";
import { catalogApi } from "../catalog.api";
import { cardsById, productsById } from "../catalog.server";
import { normalizeQuery } from "./match-and-rank";
import { readingsOf } from "./readings";
import { pagesApi } from "./search.api";
import { offeredSearches } from "./search-offers.server";
import { searchProducts } from "./search-query.server";

const { html, ask, shop } = await openReadablePages();
const { db } = shop;

async function goodsOf(query: string) {
  const { ids } = await searchProducts(db, normalizeQuery(query), 250);
  return (await productsById(db, ids)).map(({ name }) => name);
}

/** Names of products, and titles of pages and answers, on the page of a search. */
async function shownFor(query: string) {
  const page = await html(`/search?query=${encodeURIComponent(query)}`);
  const goods = elementsOf(page, "article").map((card) => textOf(elementOf(card, "h2")));
  const texts = elementsOf(sectionOf(page, "Pages and answers"), "li").map((text) => textOf(elementOf(text, "b")));
  return { goods, texts };
}

/** Searches with the products that come first, in this order, and products that must not be found. */
const GOODS: [query: string, first: string[], absent?: string[]][] = [
  ["t-shirt", ["Ride Dirty Tee", "Mesa Sunset Tee", "Sprocket Tee"], ["Timberline Flannel"]],
  ["tshirts", ["Ride Dirty Tee"]],
  [
    "women's jacket",
    ["Vandal Leather Jacket", "Siren Textile Jacket", "Nomad Denim Jacket"],
    ["Outlaw Leather Jacket"],
  ],
  ["womens jackets", ["Vandal Leather Jacket"], ["Mesa Mesh Jacket"]],
  ["mens jacket", ["Outlaw Leather Jacket", "Switchback Textile Jacket", "Mesa Mesh Jacket"], ["Siren Textile Jacket"]],
  ["ladies leather pants", ["Vandal Leather Pants"], ["Outlaw Leather Pants"]],
  ["black helmet", ["Saltflat Open-Face Helmet", "Apex Full-Face Helmet"]],
  ["rust helmet", ["Saltflat Open-Face Helmet"], ["Apex Full-Face Helmet"]],
  ["full face helmet", ["Apex Full-Face Helmet"], ["Saltflat Open-Face Helmet"]],
  ["glove xl", ["Gauntlet Leather Gloves", "Short Cuff Gloves", "Mesh Trail Gloves"]],
  ["hoodie 3xl", ["Longhaul Hoodie", "Piston Zip Hoodie"], ["Dusk Crop Hoodie"]],
  ["extra large gloves", ["Gauntlet Leather Gloves"]],
  ["boots size 13", ["Ridgeback Boots"], ["Ridgeback Boots Women's"]],
  ["jeans 36/34", ["Highside Riding Jeans"], ["Highside Riding Jeans Women's"]],
  ["waterproof", ["Switchback Textile Jacket", "Siren Textile Jacket"], ["Mesa Mesh Jacket"]],
  ["rain jacket", ["Switchback Textile Jacket", "Siren Textile Jacket"]],
  ["motorcycle gloves", ["Gauntlet Leather Gloves", "Short Cuff Gloves", "Mesh Trail Gloves"]],
  ["kevlar jeans", ["Highside Riding Jeans", "Highside Riding Jeans Women's"], ["Nomad Denim Jacket"]],
  ["wool socks", ["Boot Socks"]],
  ["blue jeans", ["Highside Riding Jeans"]],
  ["white helmet", ["Saltflat Open-Face Helmet", "Apex Full-Face Helmet"]],
  ["shoes women", ["Ridgeback Boots Women's", "Kickstart High-Top Women's"], ["Ridgeback Boots"]],
  ["sneakers", ["Kickstart High-Top", "Kickstart High-Top Women's"]],
  ["sweatshirt", ["Longhaul Hoodie"]],
  ["trousers", ["Rampart Cargo Pants"]],
  ["hat", ["Badlands Bucket Hat"]],
  ["dry bag", ["Dry Roll Bag"], ["Saddle Backpack 25L"]],
  ["rucksack", ["Saddle Backpack 25L"]],
  ["neck warmer", ["Trail Neck Gaiter"]],
  ["clearance jacket", ["Mesa Mesh Jacket"], ["Outlaw Leather Jacket"]],
  ["phone pocket", ["Outlaw Leather Jacket"]],
  ["womens jaket", ["Vandal Leather Jacket"], ["Outlaw Leather Jacket"]],
  ["blck helmet", ["Saltflat Open-Face Helmet", "Apex Full-Face Helmet"]],
  ["waterproof boots size 11", ["Ridgeback Boots"], ["Switchback Textile Jacket"]],
  ["xxl hoodie", ["Longhaul Hoodie", "Piston Zip Hoodie"], ["Dusk Crop Hoodie"]],
  ["gift under 50", ["Chain Wallet", "Garage Patch Set", "Steel Hip Flask"], ["Outlaw Leather Jacket"]],
  ["women's gloves touchscreen", ["Mesh Trail Gloves"]],
  ["leather jaket", ["Outlaw Leather Jacket", "Vandal Leather Jacket"]],
  ["motorcyle boots", ["Ridgeback Boots"], ["Outlaw Leather Jacket"]],
  ["glovs", ["Gauntlet Leather Gloves", "Short Cuff Gloves", "Mesh Trail Gloves"]],
  ["black riding jeans 32", ["Highside Riding Jeans"], ["Camp Joggers"]],
  ["armored jeans women", ["Highside Riding Jeans Women's"], ["Highside Riding Jeans"]],
  ["summer jacket", ["Mesa Mesh Jacket"], ["Outlaw Leather Jacket"]],
  ["winter gloves", ["Gauntlet Leather Gloves"], ["Watch Beanie"]],
  ["helmet with visor", ["Apex Full-Face Helmet"], ["Saltflat Open-Face Helmet"]],
  ["bandana red", ["Dust Bandana"]],
  ["chaps", ["Outlaw Leather Pants", "Vandal Leather Pants"]],
  ["saddle bags", ["Saddle Backpack 25L"], ["Dry Roll Bag"]],
  ["knee armor", ["Highside Riding Jeans"], ["Camp Joggers"]],
  ["steel toe boots", ["Ridgeback Boots"]],
  ["slim fit jeans", ["Highside Riding Jeans Women's"], ["Highside Riding Jeans"]],
  ["hoodie with zipper", ["Longhaul Hoodie", "Piston Zip Hoodie"]],
  ["gift for dad", ["Gift Card", "Bridle Belt", "Chain Wallet"], ["Outlaw Leather Jacket"]],
  ["flannel lined with kevlar", ["Redwood Armored Flannel"], ["Sierra Flannel"]],
  ["size 9.5 boots", ["Ridgeback Boots", "Ridgeback Boots Women's"]],
];

/** Forty more, as a stranger typed them: the first product, and how many there are at most. */
const MORE: [query: string, first: string, most: number][] = [
  ["vented jacket", "Mesa Mesh Jacket", 1],
  ["motorcycle vest with pockets", "Roadhouse Cut Vest", 3],
  ["mens leather gloves large", "Gauntlet Leather Gloves", 3],
  ["womens riding pants", "Highside Riding Jeans Women's", 6],
  ["denim jacket women", "Nomad Denim Jacket", 1],
  ["cheap gloves", "Gauntlet Leather Gloves", 3],
  ["gloves under $60", "Mesh Trail Gloves", 1],
  ["helmet dark visor", "Apex Full-Face Helmet", 1],
  ["half helmet", "Saltflat Open-Face Helmet", 1],
  ["boots with zipper", "Ridgeback Boots", 3],
  ["wide boots", "Ridgeback Boots", 3],
  ["oil resistant sole boots", "Ridgeback Boots", 2],
  ["backpack for riding", "Saddle Backpack 25L", 1],
  ["tail bag waterproof", "Dry Roll Bag", 1],
  ["wallet with chain", "Chain Wallet", 1],
  ["gift for my brother under 40", "Garage Patch Set", 2],
  ["stocking stuffer", "Boot Socks", 3],
  ["patches", "Garage Patch Set", 3],
  ["black t shirt xl", "Ride Dirty Tee", 8],
  ["long sleeve", "Throttle Long Sleeve", 1],
  ["tank top", "Wildcat Tank", 2],
  ["flannel shirt red", "Timberline Flannel", 3],
  ["hoodies on sale", "Longhaul Hoodie", 4],
  ["something for rain", "Switchback Textile Jacket", 4],
  ["cold weather gloves", "Gauntlet Leather Gloves", 3],
  ["aa rated jeans", "Highside Riding Jeans", 4],
  ["reflective jacket", "Outlaw Leather Jacket", 6],
  ["size 12 boots", "Ridgeback Boots", 1],
  ["34 waist jeans", "Highside Riding Jeans", 6],
  ["leather pants women", "Vandal Leather Pants", 1],
  ["crop hoodie", "Dusk Crop Hoodie", 1],
  ["face mask", "Dust Bandana", 2],
  ["belt 38", "Bridle Belt", 1],
  ["thermal underwear", "Baseline Thermal Top", 2],
  ["armor inserts", "Rampart Cargo Pants", 2],
  ["touch screen gloves women", "Mesh Trail Gloves", 1],
  ["jacket with removable liner", "Switchback Textile Jacket", 2],
  ["brown boots", "Ridgeback Boots", 2],
  ["chaleco de cuero", "Highway Leather Vest", 1],
  ["harley vest", "Roadhouse Cut Vest", 3],
];

const TEXTS: [query: string, first: string][] = [
  ["return policy", "Return & Exchange Policy"],
  ["returns", "Return & Exchange Policy"],
  ["shipping", "How long does delivery take?"],
  ["how much is shipping", "How much does delivery cost?"],
  ["size guide", "FAQ"],
  ["size chart", "FAQ"],
  ["track my order", "How do I track my order?"],
  ["order status", "Order Status"],
  ["privacy", "Privacy Policy"],
  ["faq", "FAQ"],
  ["gift cards", "Do you sell gift cards?"],
  ["refund", "When will I get my refund?"],
  ["contact", "Contact"],
];

describe("typical searches of motorcyclists", () => {
  test.each(GOODS)("'%s' finds the expected products first", async (query, first, absent = []) => {
    const { goods } = await shownFor(query);
    expect(goods.slice(0, first.length)).toEqual(first);
    expect(goods.filter((name) => absent.includes(name))).toEqual([]);
  });

  test.each(MORE)("'%s' finds '%s' first, and at most %i products", async (query, first, most) => {
    const { goods } = await shownFor(query);
    expect([goods[0], goods.length <= most]).toEqual([first, true]);
  });

  test.each(["🏍", "🏍️", "👨‍👩‍👧", "🇺🇸", "🧤 gloves", "革"])(
    "'%s' is a search that is answered, by page and API",
    async (query) => {
      const asked = encodeURIComponent(query);
      const answers = [
        await ask(`/search?query=${asked}`),
        await catalogApi(shop).request(`/search?query=${asked}`),
        await pagesApi(shop).request(`/search?query=${asked}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  test.each(TEXTS)("'%s' finds the expected page or answer first", async (query, first) => {
    expect((await shownFor(query)).texts[0]).toBe(first);
  });

  test("products with the searched words in their names come first", async () => {
    expect((await goodsOf("leather")).slice(0, 6)).toEqual(
      (await productsById(db, (await searchProducts(db, "leather", 6)).ids)).map(({ name }) => name),
    );
    const found = await goodsOf("flannel");
    expect(found.findLastIndex((name) => /flannel/i.test(name))).toBe(
      found.filter((name) => /flannel/i.test(name)).length - 1,
    );
  });

  test.each(["zzzzqqqq", "purple helmet", "jacket zzzz", "!!!"])("'%s' finds no products", async (query) => {
    expect(await goodsOf(query)).toEqual([]);
  });
});

describe("the interpretation of a query that is shown with its results, for", () => {
  const readAs = async (query: string) => {
    const found = await searchProducts(db, normalizeQuery(query), 250);
    const readings = readingsOf(found, await cardsById(db, found.ids, cardTerms(shop)));
    return readings.map(({ typed, as }) => `${typed}: ${as.kind === "words" ? as.words.join(", ") : as.kind}`);
  };

  test.each([
    ["t-shirt", ["t shirt: tee"]],
    ["black helmet", ["black: color"]],
    ["glove xl", ["xl: size"]],
    ["rain jacket", ["rain: water repellent"]],
    ["jaket", ["jaket: jacket"]],
    ["leather jacket", []],
  ])("'%s'", async (query, expected) => expect(await readAs(query)).toEqual(expected));
});

test("a search without results offers parts of the query that have results, and similar words of the shop", async () => {
  const offered = async (query: string) => {
    const { units } = await searchProducts(db, normalizeQuery(query), 250);
    return offeredSearches(db, units);
  };
  expect(await offered("purple helmet")).toContain("helmet");
  const nearHelmet = await offered("helmetz");
  expect(nearHelmet.filter((words) => ["helmet", "helmets"].includes(words))).toHaveLength(1);
  expect(await offered("leathrwork")).toContain("leather");
  expect(await offered("zzzzqqqq")).toEqual([]);
  // A brand, a thing or a size that the shop does not have: the rest is offered.
  for (const [query, rest] of [
    ["alpinestars gloves", "gloves"],
    ["cowboy boots", "boots"],
    ["sunglasses polarized", "sunglasses"],
    ["jacket 4xl", "jacket"],
    ["rain suit", "rain"],
    ["phone holder", "phone"],
    ["long sleeve shirt xl black", "shirt"],
  ] as const)
    expect([query, await offered(query)]).toEqual([query, expect.arrayContaining([rest])]);
});
