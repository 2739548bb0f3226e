import { expect, test } from "vitest";
import { elementOf, elementsOf, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";

const { html } = await openReadablePages();

/** Names of the products on the page of a search, and the note on how the search was read. */
async function shownFor(query: string) {
  const page = await html(`/search?query=${encodeURIComponent(query)}`);
  const goods = elementsOf(page, "article").map((card) => textOf(elementOf(card, "h2")));
  const notes = elementsOf(page, "p").filter((paragraph) => paragraph.includes("results__read"));
  return { goods, note: notes.map(textOf).join(" ").replace(/\s+/g, " ").trim() };
}

const ARMORED = ["Switchback Textile Jacket", "Mesa Mesh Jacket", "Siren Textile Jacket"];
const GLOVES = ["Gauntlet Leather Gloves", "Short Cuff Gloves", "Mesh Trail Gloves"];
const VESTS = ["Roadhouse Cut Vest", "Ironside Denim Vest", "Highway Leather Vest"];
const HELMETS = ["Saltflat Open-Face Helmet", "Apex Full-Face Helmet"];
const GIFTS = ["Gift Card", "Bridle Belt", "Chain Wallet", "Garage Patch Set", "Steel Hip Flask"];
const lacks = (words: string) => `Nothing here is ${words}, so these match the rest.`;

/** Plain searches of riders: the products that come first, and the note on words that were not taken as they stand. */
const SEARCHES: [query: string, first: string[], note?: string][] = [
  ["jacket with armor", ARMORED],
  ["armored jacket", ARMORED],
  ["riding pants with armor", ["Highside Riding Jeans", "Highside Riding Jeans Women's"]],
  ["jeans with knee pads", ["Highside Riding Jeans", "Highside Riding Jeans Women's"]],
  ["gloves for winter", GLOVES, lacks("“winter”")],
  ["waterproof gloves", GLOVES, lacks("“waterproof”")],
  ["heated gloves", GLOVES, lacks("“heated”")],
  ["touchscreen gloves", ["Mesh Trail Gloves"]],
  ["summer gloves", ["Mesh Trail Gloves"], "We read “summer” as mesh."],
  ["jacket for hot weather", ["Mesa Mesh Jacket"], "We read “hot weather” as mesh."],
  ["cold weather gear", ["Baseline Thermal Top"], "We read “cold weather” as thermal or fleece or wool."],
  ["warm hoodie", ["Longhaul Hoodie", "Piston Zip Hoodie"], "We read “warm” as fleece."],
  [
    "leather jacket under 400",
    ["Outlaw Leather Jacket", "Vandal Leather Jacket"],
    "We read “under 400” as up to $400.",
  ],
  ["leather jacket under $379", ["Vandal Leather Jacket"], "We read “under $379” as up to $379."],
  ["leather jacket under 100", ["Outlaw Leather Jacket", "Vandal Leather Jacket"], lacks("“under 100”")],
  [
    "jacket between 100 and 250",
    ["Mesa Mesh Jacket", "Nomad Denim Jacket"],
    "We read “between 100 and 250” as $100 to $250.",
  ],
  ["helmet over $300", ["Apex Full-Face Helmet"], "We read “over $300” as from $300."],
  [
    "mens leather gloves under $100",
    ["Gauntlet Leather Gloves"],
    "We read “under $100” as up to $100. " + lacks("“mens”"),
  ],
  ["under 20", ["Ribbed Racer Tank", "Garage Patch Set"], "We read “under 20” as up to $20."],
  ["hi vis vest", VESTS, lacks("“hi vis”")],
  ["hi-viz vest", VESTS, lacks("“hi viz”")],
  ["concealed carry vest", VESTS, lacks("“concealed carry”")],
  ["vest with patches", ["Roadhouse Cut Vest", "Highway Leather Vest"]],
  ["gift", GIFTS, "We read “gift” as small goods or wallet or belt."],
  ["gifts for riders", GIFTS, "We read “gifts” as small goods or wallet or belt."],
  ["gift for dad", GIFTS, "We read “gift” as small goods or wallet or belt. " + lacks("“dad”")],
  ["gift under 30", ["Garage Patch Set", "Steel Hip Flask"], "We read “gift” as small goods, “under 30” as up to $30."],
  ["something for my wife", ["Longhaul Hoodie Women's"], "We read “wife” as women."],
  ["gore tex jacket", ["Switchback Textile Jacket", "Siren Textile Jacket"], "We read “gore tex” as water repellent."],
  ["waterproof boots", ["Ridgeback Boots", "Ridgeback Boots Women's"], lacks("“waterproof”")],
  ["steel toe boots", ["Ridgeback Boots", "Ridgeback Boots Women's"], lacks("“steel toe”")],
  ["bluetooth helmet", HELMETS, lacks("“bluetooth”")],
  ["helmet with speakers", ["Apex Full-Face Helmet"]],
  ["half helmet", ["Saltflat Open-Face Helmet"], "We read “half helmet” as open face helmet."],
  ["kids helmet", HELMETS, lacks("“kids”")],
  ["chaps", ["Outlaw Leather Pants", "Vandal Leather Pants"], "We read “chaps” as leather pants."],
  ["dust mask", ["Dust Bandana", "Trail Neck Gaiter"], "We read “dust mask” as bandana or gaiter."],
  ["big and tall jacket", ["Outlaw Leather Jacket"], "We read “big and tall” as 3xl or 2xl."],
  ["backpack for laptop", ["Saddle Backpack 25L"]],
  ["goggles for glasses", ["Dustline Goggles"], "We read “glasses” as eyewear."],
  ["harley vest", VESTS, lacks("“harley”")],
  ["back armor", ["Outlaw Leather Jacket", "Switchback Textile Jacket", "Mesa Mesh Jacket"]],
  ["armor back", ["Outlaw Leather Jacket", "Switchback Textile Jacket", "Mesa Mesh Jacket"]],
  ["jackett with armour", ARMORED, "We read “jackett” as jacket or jackets."],
  ["polarized sunglasses", ["Nightfall Sunglasses"], lacks("“polarized”")],
  ["fingerless gloves", GLOVES, lacks("“fingerless”")],
  ["3/4 helmet", ["Saltflat Open-Face Helmet"], "We read “3 4 helmet” as open face helmet."],
  ["jean jacket", ["Nomad Denim Jacket"], "We read “jean jacket” as denim jacket."],
  ["boots 10.5", ["Ridgeback Boots"], "We read “10.5” as a size."],
  ["size 10 1/2 boots", ["Ridgeback Boots"], "We read “10.5” as a size."],
  ["boots size 10½", ["Ridgeback Boots"], "We read “10.5” as a size."],
  ["boots size 19.5", ["Ridgeback Boots", "Ridgeback Boots Women's"], lacks("“19.5”")],
  ["ridge back boots size 19.5", ["Ridgeback Boots", "Ridgeback Boots Women's"], lacks("“19.5”")],
  ["boots size 19.5 under 5", ["Ridgeback Boots", "Ridgeback Boots Women's"], lacks("“19.5” or “under 5”")],
  ["gear for beginners under 10", ["Outlaw Leather Jacket"], lacks("“beginners” or “under 10”")],
  ["jeans 34x32", ["Highside Riding Jeans"], "We read “34” as a size, “32” as a size."],
  ["saddle back pack", ["Saddle Backpack 25L"]],
  ["ridge back boots", ["Ridgeback Boots", "Ridgeback Boots Women's"]],
  [
    "shirts for my boyfriend under 50",
    ["Ride Dirty Tee", "Mesa Sunset Tee", "Sprocket Tee"],
    "We read “shirts” as tee or henley or long sleeve, “under 50” as up to $50.",
  ],
  ["anything under 30", ["Throttle Long Sleeve"], "We read “under 30” as up to $30."],
  ["jacket 250 or less", ["Mesa Mesh Jacket", "Nomad Denim Jacket"], "We read “250 or less” as up to $250."],
  ["gloves that are waterproof and warm", GLOVES, "Nothing here is “waterproof” or “warm”, so these match the rest."],
  ["jackets for summer riding in arizona", ["Mesa Mesh Jacket"], "We read “summer” as mesh. " + lacks("“arizona”")],
  ["motorcycle gear for beginners", ["Outlaw Leather Jacket"], lacks("“beginners”")],
  [
    "jacket without armor",
    ["Outlaw Leather Jacket", "Switchback Textile Jacket"],
    "Goods without something cannot be searched: “armor” was left out.",
  ],
  ["boot", ["Ridgeback Boots", "Ridgeback Boots Women's", "Boot Socks"]],
  ["sock", ["Boot Socks"]],
  ["casco", ["Saltflat Open-Face Helmet", "Apex Full-Face Helmet"], "We read “casco” as helmet."],
  [
    "guantes de cuero",
    ["Gauntlet Leather Gloves", "Mesh Trail Gloves"],
    "We read “guantes” as gloves, “cuero” as leather.",
  ],
  ["botas", ["Ridgeback Boots", "Ridgeback Boots Women's"], "We read “botas” as boot."],
  ["chaqueta para mujer", ["Vandal Leather Jacket", "Siren Textile Jacket"], "We read “chaqueta” as jacket."],
  ["pantalones negros", ["Rampart Cargo Pants"], "We read “pantalones” as pants, “negros” as black."],
  ["mochila", ["Saddle Backpack 25L"], "We read “mochila” as backpack."],
  ["guantes para moto", GLOVES, "We read “guantes” as gloves."],
  [
    "chaqueta impermeable",
    ["Switchback Textile Jacket", "Siren Textile Jacket"],
    "We read “chaqueta” as jacket, “impermeable” as water repellent.",
  ],
  ["pañuelo", ["Dust Bandana"], "We read “panuelo” as bandana."],
  ["best seller", ["Outlaw Leather Jacket", "Longhaul Hoodie"]],
  ["bestsellers", ["Outlaw Leather Jacket", "Longhaul Hoodie"]],
  ["most popular gloves", ["Gauntlet Leather Gloves"]],
];

test.each(SEARCHES)(
  "'%s' finds what a rider means, and says which words it took otherwise",
  async (query, first, note = "") => {
    const { goods, note: said } = await shownFor(query);
    expect(goods.slice(0, first.length)).toEqual(first);
    expect(said).toBe(note);
  },
);

test.each(["gore", "purple helmet", "jacket zzzz"])("'%s' is not taken for a word that is not near", async (query) => {
  expect(await shownFor(query)).toEqual({ goods: [], note: "" });
});

test("a winter jacket is no jacket without a word for winter, while there are others", async () => {
  const { goods } = await shownFor("winter jacket");
  expect(goods).toContain("Switchback Textile Jacket");
  expect(goods).not.toContain("Mesa Mesh Jacket");
});

test("the heading of results tells a listener how many products there are", async () => {
  const [heading = ""] = elementsOf(await html("/search?query=winter%20jacket"), "h1");
  expect(textOf(heading)).toMatch(/^winter jacket\s*, \d+ products?$/);
});
