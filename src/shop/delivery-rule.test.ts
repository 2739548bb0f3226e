import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zoneWith } from "~/testing/zones";
import { isNoBox } from "./customer-schemas";
import { deliveryFeeOf } from "./delivery-fee";
import { deliveryRule, deliveryTo } from "./delivery-rule";
import type { DeliveryZone } from "./delivery-zones";
import { openDelivery } from "./delivery-terms.server";
import { totalRows } from "./bag/total-rows";
import { cents } from "./money";
import { priceOf } from "./price";
import { defaultSettings, filled } from "./settings";
import { regionNames, stateNames } from "./us-states";
import { isDeliveredTo } from "./zip-code";
import { regionOfZip } from "./zip-regions";

const settingsWith = (...deliveryZones: DeliveryZone[]) => ({ ...defaultSettings, deliveryZones });
const ruleWith = (...zones: DeliveryZone[]) => deliveryRule(settingsWith(...zones));
const goods = (value: number, weightGrams: number | null = null, quantity = 1) => ({
  value: cents(value),
  isFree: false,
  pieces: [{ quantity, weightGrams }],
});
/** Fee in cents at a place, or the words that nothing is delivered there. */
function feeAt(zones: DeliveryZone[], zip: string, bought = goods(36_00), street = ""): number | string {
  const found = deliveryTo(ruleWith(...zones), { zip, street });
  return found.isDelivered ? deliveryFeeOf(bought, found.terms) : found.words;
}

const far = zoneWith({ name: "Alaska and Hawaii", states: ["AK", "HI"], price: 14_90 });
const military = zoneWith({ name: "APO, FPO, DPO", states: ["AA", "AE", "AP"], price: 9_90, freeFrom: 300_00 });
const territories = zoneWith({ name: "Territories", states: ["PR", "VI", "GU", "AS", "MP"], price: 19_90 });
const boxes = zoneWith({ name: "PO boxes", boxes: true, price: 5_00 });
const ELSEWHERE = expect.stringContaining("50 states and Washington, D.C.");

describe("the region of a ZIP", () => {
  const rows = readFileSync("src/shop/places/zip-places.tsv", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t"));

  test("is that of the gazetteer for every ZIP that it knows", () => {
    const states = new Map<string, Set<string>>();
    for (const [zip = "", , state = ""] of rows) states.set(zip, (states.get(zip) ?? new Set()).add(state));
    const wrong = [...states].filter(([zip, known]) => !known.has(regionOfZip(zip) ?? "MH"));
    expect(states.size).toBeGreaterThan(40_000);
    expect(wrong).toEqual([]);
  });

  test.each([
    ["00601", "PR"],
    ["00802", "VI"],
    ["96910", "GU"],
    ["96932", "GU"],
    ["96799", "AS"],
    ["96950", "MP"],
    ["34002", "AA"],
    ["09012", "AE"],
    ["96201", "AP"],
    ["96960", null],
    ["96940", null],
    ["00001", null],
    ["72643", "MO"],
  ])("%s lies in %s", (zip, region) => expect(regionOfZip(zip)).toBe(region));

  test("is a state wherever a shop without zones delivers, and is nowhere else one", () => {
    for (let zip = 0; zip < 100_000; zip += 1) {
      const text = String(zip).padStart(5, "0");
      const region = regionOfZip(text);
      expect([text, region !== null && region in stateNames]).toEqual([text, isDeliveredTo(text)]);
      expect(region === null || region in stateNames || region in regionNames).toBe(true);
    }
  });
});

describe("PO boxes", () => {
  test.each([
    ..."PO Box 12,P.O. Box 12,p.o. box 7,P O Box 9,Post Office Box 3,POST OFFICE BOX 3,PO BOX12,POB 12,P.O.B. 12,pob 4".split(
      ",",
    ),
    "14 Mesa Rd, PO Box 12",
  ])("%s is one", (street) => expect(isNoBox(street)).toBe(false));

  test.each(
    [
      "12 Boxwood Lane,Box Canyon Road 4,3 Post Office Square,PO Boxwood 3,Unit 7 Box 12,PSC 3 Box 4120,9 Pobst Street",
      "41 Poboxer Way,P Osprey Ct 3,18 Depot Boxer Lane",
    ]
      .join()
      .split(","),
  )("%s is none", (street) => expect(isNoBox(street)).toBe(true));
});

describe("delivery to a place", () => {
  test("[B-114] a shop without zones delivers to streets in the states for its flat fee, and nowhere else", () => {
    expect(feeAt([], "99501")).toBe(3_99);
    expect(feeAt([], "80202", goods(300_00))).toBe(0);
    expect(feeAt([], "96910")).toEqual(ELSEWHERE);
    expect(feeAt([], "09012")).toEqual(ELSEWHERE);
    expect(feeAt([], "80202", goods(36_00), "PO Box 12")).toBe(
      "We do not deliver to PO boxes. Please enter a street address.",
    );
  });

  test("each place has the price of its zone, and places in no zone keep today's fee and today's answer", () => {
    const zones = [far, military, boxes];
    expect(feeAt(zones, "99501")).toBe(14_90);
    expect(feeAt(zones, "96813")).toBe(14_90);
    expect(feeAt(zones, "09012")).toBe(9_90);
    expect(feeAt(zones, "09012", goods(300_00))).toBe(0);
    expect(feeAt(zones, "80202", goods(36_00), "PO Box 12")).toBe(5_00);
    expect(feeAt(zones, "80202", goods(36_00), "12 Boxwood Lane")).toBe(3_99);
    expect(feeAt(zones, "96910")).toEqual(ELSEWHERE);
  });

  test("the most exact of zones that overlap decides: the longest beginning of the ZIP, then the state", () => {
    const islands = zoneWith({ name: "Kauai", zips: ["967"], price: 20_00 });
    const lihue = zoneWith({ name: "Lihue", zips: ["96766"], price: 25_00 });
    const all = [far, islands, lihue];
    for (const zones of [all, all.toReversed()]) {
      expect(feeAt(zones, "96813")).toBe(14_90);
      expect(feeAt(zones, "96720")).toBe(20_00);
      expect(feeAt(zones, "96766")).toBe(25_00);
    }
    const twice = zoneWith({ name: "Alaska again", states: ["AK"], price: 1_00 });
    expect([feeAt([far, twice], "99501"), feeAt([twice, far], "99501")]).toEqual([14_90, 1_00]);
  });

  test("a zone that is not delivered to says so in its words, for its PO boxes, too", () => {
    const closed = zoneWith({ name: "Alaska", states: ["AK"], delivers: false, words: "Write to us for a quote." });
    expect(feeAt([closed, boxes], "99501")).toBe("Write to us for a quote.");
    expect(feeAt([closed, boxes], "99501", goods(36_00), "PO Box 3")).toBe("Write to us for a quote.");
    expect(feeAt([closed, boxes], "96813", goods(36_00), "PO Box 3")).toBe(5_00);
    expect(feeAt([zoneWith({ states: ["AK"], delivers: false })], "99501")).toEqual(ELSEWHERE);
  });

  test("PO boxes may cost what their state costs, and those beside the states are like other addresses there", () => {
    const asAround = zoneWith({ name: "PO boxes", boxes: true, by: "place" });
    expect(feeAt([far, asAround], "99501", goods(36_00), "PO Box 3")).toBe(14_90);
    expect(feeAt([far, asAround], "80202", goods(36_00), "PO Box 3")).toBe(3_99);
    expect(feeAt([territories], "96910", goods(36_00), "PO Box 3")).toBe(19_90);
    expect(feeAt([military], "09012", goods(36_00), "PSC 3 Box 4120")).toBe(9_90);
  });
});

describe("prices of a zone", () => {
  const byWeight = zoneWith({
    states: ["AK"],
    by: "weight",
    price: 39_90,
    steps: [
      { most: 6_00, price: 24_90 },
      { most: 2_00, price: 14_90 },
    ],
  });

  test.each([
    ["up to 2 lb", 907, 1, 14_90],
    ["above 2 lb", 908, 1, 24_90],
    ["several pieces together", 907, 2, 24_90],
    ["above the last step", 2_722, 1, 39_90],
    ["a piece that weighs 0, as the setting says", 0, 1, 14_90],
    ["pieces without a weight, as the setting says", null, 2, 24_90],
  ])("by weight: %s", (_, weightGrams, quantity, fee) => {
    expect(feeAt([byWeight], "99501", goods(36_00, weightGrams, quantity))).toBe(fee);
  });

  test("by order value", () => {
    const byValue = zoneWith({ states: ["AK"], by: "value", price: 0, steps: [{ most: 50_00, price: 12_00 }] });
    expect([36_00, 50_00, 50_01].map((value) => feeAt([byValue], "99501", goods(value)))).toEqual([12_00, 12_00, 0]);
  });

  test("a zone without a step and without a price costs nothing", () => {
    expect(feeAt([zoneWith({ states: ["AK"], by: "weight" })], "99501")).toBe(0);
  });

  test("free delivery of the shop takes off the flat fee at most, unless the zone says that it is free there, too", () => {
    const isFree = { ...goods(36_00), isFree: true };
    expect(feeAt([far], "99501", goods(300_00))).toBe(14_90 - 3_99);
    expect(feeAt([far], "99501", isFree)).toBe(14_90 - 3_99);
    expect(feeAt([{ ...far, isFreeToo: true }], "99501", goods(300_00))).toBe(0);
    expect(feeAt([{ ...far, isFreeToo: true }], "99501", isFree)).toBe(0);
    expect(feeAt([zoneWith({ states: ["AK"], price: 2_00 })], "99501", isFree)).toBe(0);
    expect(feeAt([military], "09012", goods(299_99))).toBe(9_90);
  });
});

describe("delivery of a bag whose place is not known yet", () => {
  const free = zoneWith({ name: "Ohio", states: ["OH"], price: 0 });
  const early = zoneWith({ name: "Ohio", states: ["OH"], price: 9_00, freeFrom: 100_00 });
  const steps = [{ most: 2_00, price: 2_50 }];
  const shown = (zones: DeliveryZone[], dollars: number, reduction: Parameters<typeof priceOf>[1] = null) => {
    const settings = settingsWith(...zones);
    const { terms, usualPlaces } = openDelivery({ settings: () => settings });
    const lines = [{ product: "tee", quantity: 1, price: cents(dollars * 100) }];
    const { summary } = priceOf(lines, reduction, terms);
    return totalRows(summary, { usualPlaces }).find(({ key }) => key === "deliveryFee")?.amount;
  };

  test.each([
    ["without zones", [], 36, "$3.99"],
    ["without zones, from the threshold", [], 300, "FREE"],
    ["with a dearer zone", [far], 36, "from $3.99"],
    ["with a dearer zone, from the threshold", [far], 300, "FREE in the 48 states"],
    ["with a free zone, although one state alone is free", [far, free], 36, "from $0.00"],
    ["with a free zone, from the threshold", [far, free], 300, "FREE in the 47 states"],
    ["with a zone that is free earlier, below its threshold", [far, early], 99, "from $3.99"],
    ["with a zone that is free earlier, from its threshold", [far, early], 100, "from $0.00"],
    ["by weight, with the price of the lightest", [{ ...far, by: "weight" as const, steps: [] }], 36, "from $3.99"],
    ["by weight, with a cheap step", [zoneWith({ ...far, by: "weight", price: 20_00, steps })], 36, "from $2.50"],
    ["with nothing but places that are not delivered to", [zoneWith({ states: ["AK"], delivers: false })], 36, "$3.99"],
    ["with PO boxes at the price of their state", [zoneWith({ boxes: true, by: "place" })], 36, "$3.99"],
  ])("%s", (_, zones, dollars, amount) => expect(shown(zones, dollars)).toBe(amount));

  test("with a code for free delivery is free where the code makes it free", () => {
    const code = { kind: "free-delivery" } as const;
    expect(shown([far, free], 36, code)).toBe("FREE in the 47 states");
    expect(shown([], 36, code)).toBe("FREE");
  });
});

describe("a faster method", () => {
  const faster = { name: "Expedited", price: 19_90, days: { least: 1, most: 2 } };
  const ohio = zoneWith({ states: ["OH"], price: 5_00, freeFrom: 100_00, isFreeToo: true, faster });
  const to = (zip: string, isFaster: boolean, street = "") =>
    deliveryTo(ruleWith(ohio, far, zoneWith({ boxes: true, by: "place" })), { zip, street, isFaster });
  const fee = (zip: string, isFaster: boolean, bought = goods(36_00)) => {
    const found = to(zip, isFaster);
    return found.isDelivered ? deliveryFeeOf(bought, found.terms) : found.words;
  };

  test("has a price and days of its own where its zone has one, and changes nothing elsewhere", () => {
    expect([fee("43001", false), fee("43001", true)]).toEqual([5_00, 19_90]);
    expect([fee("99501", false), fee("99501", true)]).toEqual([14_90, 14_90]);
    expect([fee("86001", false), fee("86001", true)]).toEqual([3_99, 3_99]);
    expect(to("43001", true)).toMatchObject({ takes: "1 to 2 business days", terms: { method: "Expedited" } });
    expect(to("43001", false)).toMatchObject({ takes: null, faster: { name: "Expedited" } });
    expect(to("43001", true, "PO Box 4")).toMatchObject({ faster: null, terms: { zone: { price: 5_00 } } });
  });

  test("costs less by the flat fee at most where delivery is free", () => {
    const isFree = { ...goods(36_00), isFree: true };
    expect([fee("43001", true, goods(100_00)), fee("43001", true, goods(300_00))]).toEqual([19_90, 15_91]);
    expect([fee("43001", true, isFree), fee("43001", false, isFree)]).toEqual([15_91, 0]);
  });
});

test.each([
  [[], null],
  [[zoneWith({ boxes: true, by: "place" })], null],
  [[far], "the 48 states"],
  [[military, boxes], "the 50 states"],
  [[far, zoneWith({ states: ["OH"] })], "the 47 states"],
  [[zoneWith({ states: ["OH", "DC"] })], "49 states"],
  [[far, zoneWith({ zips: ["837"] })], "most of the 48 states"],
  [[territories, zoneWith({ zips: ["969"] })], "the 50 states"],
])("texts name the places of the flat fee once zones differ (%#)", (zones, places) => {
  const settings = settingsWith(...zones);
  expect(openDelivery({ settings: () => settings }).usualPlaces ?? null).toBe(places);
  expect(filled("Free from {freeShippingOver}.", settings)).toBe(
    places === null ? "Free from $300." : `Free from $300 in ${places}.`,
  );
});

const amount = fc.nat(50_00);
/** The kinds of texts are made once: making one takes longer than drawing from it. */
const anyZipStart = fc.oneof(...[3, 4, 5].map((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))));
const anyZone = fc
  .record({
    boxes: fc.boolean(),
    states: fc.subarray([...Object.keys(stateNames), ...Object.keys(regionNames)], { maxLength: 6 }),
    zips: fc.array(anyZipStart, { maxLength: 4 }),
    delivers: fc.boolean(),
    by: fc.constantFrom("one" as const, "value" as const, "weight" as const),
    price: amount,
    steps: fc.array(fc.record({ most: fc.integer({ min: 1, max: 100_000 }), price: amount }), { maxLength: 4 }),
    freeFrom: fc.option(fc.nat(500_00)),
    isFreeToo: fc.boolean(),
  })
  .map(zoneWith);
const anyZones = fc.array(anyZone, { maxLength: 6 });
const anyZip = fc.stringMatching(/^\d{5}$/);
const anyGoods = fc.record({
  value: fc.nat(1_000_00).map(cents),
  isFree: fc.boolean(),
  pieces: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 20 }), weightGrams: fc.option(fc.nat(20_000)) })),
});
const anyStreet = fc.constantFrom("1 Mesa Road", "PO Box 12");

describe("for any zones, any place and any goods", () => {
  test("where nothing is delivered there are words, elsewhere a fee of whole cents that is never negative", () => {
    fc.assert(
      fc.property(anyZones, anyZip, anyStreet, anyGoods, (zones, zip, street, bought) => {
        const fee = feeAt(zones, zip, bought, street);
        expect(typeof fee === "string" ? fee !== "" : Number.isSafeInteger(fee) && fee >= 0).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test("no fee is below that of an open bag", () => {
    fc.assert(
      fc.property(anyZones, anyZip, anyStreet, anyGoods, (zones, zip, street, bought) => {
        const fee = feeAt(zones, zip, bought, street);
        const open = openDelivery({ settings: () => settingsWith(...zones) }).terms;
        fc.pre(typeof fee === "number");
        expect(fee).toBeGreaterThanOrEqual(deliveryFeeOf(bought, open));
      }),
      { numRuns: 1000 },
    );
  });

  test("free delivery never makes an order dearer, and takes off the flat fee at most where a zone does not say more", () => {
    fc.assert(
      fc.property(anyZones, anyZip, anyGoods, (zones, zip, bought) => {
        const [paid, free] = [false, true].map((isFree) => feeAt(zones, zip, { ...bought, isFree }));
        fc.pre(typeof paid === "number" && typeof free === "number");
        const off = Number(paid) - Number(free);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(zones.some(({ isFreeToo }) => isFreeToo) ? Number(paid) : 3_99);
      }),
      { numRuns: 1000 },
    );
  });

  test("a place in no zone is as in a shop without zones, and a zone that is taken out changes no other place", () => {
    fc.assert(
      fc.property(anyZones, anyZone, anyZip, anyGoods, (zones, other, zip, bought) => {
        const isNamed =
          other.states.includes(regionOfZip(zip) ?? "") || other.zips.some((start) => zip.startsWith(start));
        if (isNamed && !other.boxes) return;
        expect(feeAt([...zones, other], zip, bought)).toBe(feeAt(zones, zip, bought));
        expect(feeAt([other], zip, bought)).toBe(feeAt([], zip, bought));
      }),
      { numRuns: 3000 },
    );
  });
});
