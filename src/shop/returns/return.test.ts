import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { defaultSettings } from "~/shop/settings";
import { hindranceOf, lastArrival, reasonsFor, returnableUntil, type SoldLine, type SoldOrder } from "./return";
import { returnedLines } from "./return-form";
import { shownReturnNumber } from "./return-number";

const jacket: SoldLine = {
  position: 0,
  sent: 2,
  returned: 0,
  finalSale: false,
  isOnlyFaulty: false,
  variants: [
    {
      id: 7,
      name: "Ash / L",
      product: "jacket",
      size: "L",
      color: "Ash",
      difference: cents(0),
      left: 5,
      isOther: false,
    },
    {
      id: 8,
      name: "Ash / XL",
      product: "jacket",
      size: "XL",
      color: "Ash",
      difference: cents(4_00),
      left: 0,
      isOther: false,
    },
  ],
};
const gloves: SoldLine = { ...jacket, position: 1, sent: 1, isOnlyFaulty: true };
const lastSizeTee: SoldLine = { ...jacket, position: 2, sent: 1, finalSale: true };

const order: SoldOrder = {
  hasLeft: true,
  leftAt: new Date("2026-10-01T12:00:00Z"),
  deliveredAt: new Date("2026-10-08T12:00:00Z"),
  isDisputed: false,
  lines: [jacket, gloves, lastSizeTee],
};
const onDay = (day: string) => new Date(`${day}T12:00:00Z`);
const soon = onDay("2026-10-10");

describe("pieces that can be returned", () => {
  test("a jacket can be returned for thirty days after its delivery, to the end of the day in the shop's time zone (R-9-06)", () => {
    const midnight = new Date("2026-11-08T07:00:00Z");
    const lastOfDay = new Date(midnight.getTime() - 1);
    expect(returnableUntil(order, soon, defaultSettings)).toEqual(lastOfDay);
    expect(hindranceOf(jacket, order, lastOfDay, defaultSettings)).toBeNull();
    expect(hindranceOf(jacket, order, midnight, defaultSettings)).toBe("window-over");
    const inTokyo = { ...defaultSettings, timeZone: "Asia/Tokyo" };
    expect(returnableUntil(order, soon, inTokyo)).toEqual(new Date("2026-11-07T14:59:59.999Z"));
  });

  test("the merchant can change the return window", () => {
    expect(hindranceOf(jacket, order, onDay("2026-10-25"), { ...defaultSettings, returnDays: 14 })).toBe("window-over");
  });

  test("without a recorded delivery, the order counts as delivered two weeks after it was sent", () => {
    const undated = { ...order, deliveredAt: null };
    expect(returnableUntil(undated, soon, defaultSettings)).toEqual(new Date("2026-11-15T06:59:59.999Z"));
  });

  test("with several parcels the last delivery counts; while one is on its way, the order counts as not delivered", () => {
    const first = { deliveredAt: onDay("2026-10-08") };
    expect(lastArrival([first, { deliveredAt: onDay("2026-10-12") }])).toEqual(onDay("2026-10-12"));
    expect(lastArrival([first, { deliveredAt: null }])).toBeNull();
    expect(lastArrival([])).toBeNull();
  });

  test("accessories and final-sale items can be returned only if they arrived damaged, faulty or wrong (R-9-11)", () => {
    expect(hindranceOf(gloves, order, soon, defaultSettings)).toBe("only-faulty");
    expect(reasonsFor(lastSizeTee, order, soon, defaultSettings)).toEqual(["damaged", "faulty", "wrong"]);
  });

  test("damage can be reported for seven days; after that accessories cannot be returned at all (R-9-07)", () => {
    expect(reasonsFor(jacket, order, onDay("2026-10-16"), defaultSettings)).not.toContain("damaged");
    expect(reasonsFor(gloves, order, onDay("2026-10-16"), defaultSettings)).toEqual([]);
  });

  test("damage can be reported in its own period even if the return window is shorter, and until its last day is shown", () => {
    const strict = { ...defaultSettings, returnDays: 3, damageReportDays: 7 };
    const [between, late] = [onDay("2026-10-13"), onDay("2026-10-16")];
    for (const line of [jacket, gloves, lastSizeTee]) {
      expect(reasonsFor(line, order, between, strict)).toEqual(["damaged", "faulty", "wrong"]);
      expect(hindranceOf(line, order, late, strict)).toBe("window-over");
    }
    expect(returnableUntil(order, between, strict)).toEqual(new Date("2026-10-16T05:59:59.999Z"));
    const onlyGloves = { ...order, lines: [gloves] };
    expect(returnableUntil(onlyGloves, soon, defaultSettings)).toEqual(new Date("2026-10-16T05:59:59.999Z"));
  });

  test("a piece that was returned cannot be returned again", () => {
    expect(hindranceOf({ ...jacket, returned: 2 }, order, soon, defaultSettings)).toBe("all-returned");
    expect(hindranceOf({ ...jacket, returned: 1 }, order, soon, defaultSettings)).toBeNull();
  });

  test("a piece that was not sent cannot be returned, not even as damaged or wrong", () => {
    expect(hindranceOf({ ...jacket, sent: 0 }, order, soon, defaultSettings)).toBe("not-left");
    expect(reasonsFor({ ...gloves, sent: 0 }, order, soon, defaultSettings)).toEqual([]);
  });
});

describe("lines in the form of a shopper's return", () => {
  const send = (values: Record<string, string>, now = soon) => returnedLines(values, order, now, defaultSettings);
  const complaints = (values: Record<string, string>) => {
    try {
      send(values);
      return {};
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return Object.keys(refusal.fields).length > 0 ? refusal.fields : { form: refusal.message };
    }
  };

  test("the return contains the lines with a quantity, each with its reason", () => {
    expect(send({ "quantity-0": "1", "reason-0": "too-small", "quantity-1": "0" })).toEqual([
      { position: 0, quantity: 1, reason: "too-small", exchangeFor: "", exchangeVariantId: null },
    ]);
  });

  test("a form without any quantity is refused", () => {
    expect(complaints({})).toEqual({ lines: "Please choose at least one item to send back." });
  });

  test("a quantity that is above the number of sent pieces, negative or no whole number is refused", () => {
    expect(complaints({ "quantity-0": "3", "reason-0": "too-small" })).toEqual({
      "quantity-0": "You can send back up to 2.",
    });
    expect(complaints({ "quantity-0": "1.5", "reason-0": "too-small" })).toHaveProperty("quantity-0");
    expect(complaints({ "quantity-0": "-1", "reason-0": "too-small" })).toHaveProperty("quantity-0");
  });

  test("a reason is required, and an exchange also needs a size or color", () => {
    expect(complaints({ "quantity-0": "1", "reason-0": "" })).toEqual({ "reason-0": "Please choose a reason." });
    expect(complaints({ "quantity-0": "1", "reason-0": "exchange", "exchange-0": " " })).toEqual({
      "exchange-0": "Please say which size or color you want instead.",
    });
  });

  test("an exchange needs the shown price difference, a variant in stock, and for another product a search that finds it", () => {
    const exchange = { "quantity-0": "1", "reason-0": "exchange" };
    const forLarge = { exchangeFor: "Ash / L", exchangeVariantId: 7 };
    for (const value of ["7:0", "Ash / L"])
      expect(send({ ...exchange, "exchange-0": value })).toMatchObject([forLarge]);
    expect(complaints({ ...exchange, "exchange-0": "8:400" })).toEqual({ "exchange-0": "Ash / XL is sold out." });
    expect(complaints({ ...exchange, "exchange-0": "7:100" })).toHaveProperty("exchange-0");
    expect(complaints({ ...exchange, "exchange-0": "another" })).toEqual({
      "other-0": "Please write what you want instead.",
    });
    expect(complaints({ ...exchange, "exchange-0": "another", "other-0": "no such" })).toHaveProperty("other-0");
  });

  test("why and what instead are two questions: after every reason goods can be wanted instead, and without an answer nothing starts", () => {
    const back = { "quantity-0": "1", "reason-0": "too-small" };
    const forLarge = { reason: "too-small", exchangeFor: "Ash / L", exchangeVariantId: 7 };
    expect(send({ ...back, "wish-0": "exchange", "exchange-0": "7:0" })).toMatchObject([forLarge]);
    expect(send({ ...back, "wish-0": "money" })).toMatchObject([{ exchangeFor: "", exchangeVariantId: null }]);
    // Forms without the second question name goods, or want the money back.
    expect(send({ ...back, "exchange-0": "7:0" })).toMatchObject([forLarge]);
    expect(send(back)).toMatchObject([{ exchangeVariantId: null }]);

    expect(complaints({ ...back, "wish-0": "" })).toEqual({ "wish-0": "Please choose what you would like." });
    expect(complaints({ ...back, "wish-0": "exchange", "exchange-0": "" })).toHaveProperty("exchange-0");
    expect(complaints({ ...back, "wish-0": "another", "exchange-0": "another", "other-0": "" })).toEqual({
      "other-0": "Please write what you want instead.",
    });
    expect(complaints({ "quantity-1": "1", "reason-1": "faulty", "exchange-1": "7:100" })).toHaveProperty("exchange-1");
  });

  test("a wanted exchange is never ignored: with money back, no pieces, or a second wish, there is an error at a field", () => {
    const back = { "quantity-0": "1", "reason-0": "too-small" };
    const twofold = { "wish-0": "Two different things are wanted here. Choose which of the two it is." };
    const wishes: [string, string][] = [
      ["exchange-0", "7:0"],
      ["other-0", "boots"],
    ];
    for (const [field, wanted] of wishes)
      expect(complaints({ ...back, "wish-0": "money", [field]: wanted })).toEqual(twofold);
    expect(complaints({ ...back, "wish-0": "another", "exchange-0": "7:0" })).toEqual(twofold);
    expect(complaints({ ...back, "quantity-0": "0", "exchange-0": "7:0" })).toEqual({
      "quantity-0": "Say how many come back, or leave out what is wanted instead.",
    });
    expect(
      complaints({ "quantity-0": "1", "reason-0": "exchange", "exchange-0": "7:0", "instead-0": "9:0" }),
    ).toHaveProperty("exchange-0");
    // "Another product" is preselected where a product has no other variants.
    const onlyOne = { ...order, lines: [{ ...jacket, variants: [] }] };
    expect(returnedLines({ ...back, "exchange-0": "another" }, onlyOne, soon, defaultSettings)).toHaveLength(1);
  });

  test("a quantity that is no number has an error at its field", () => {
    expect(complaints({ "quantity-0": "two", "reason-0": "too-small" })).toHaveProperty("quantity-0");
  });

  test("accessories with a wrong reason are refused at the field of the reason", () => {
    expect(complaints({ "quantity-1": "1", "reason-1": "changed-mind" })).toEqual({
      "reason-1": "This item comes back only if it arrived damaged, faulty or wrong.",
    });
  });

  test("after the return window a form is refused", () => {
    expect(() => send({ "quantity-0": "1", "reason-0": "too-small" }, onDay("2027-01-01"))).toThrow(
      "This item cannot be returned.",
    );
  });

  test("a return's number is formatted for reading aloud", () => {
    expect(shownReturnNumber("R4821735")).toBe("R-482 1735");
  });
});
