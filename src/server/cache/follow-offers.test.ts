import { expect, test } from "vitest";
import { MINUTE, SECOND } from "~/platform/durations";
import { cents } from "~/shop/money";
import type { Offer } from "~/shop/offers/offer";
import { keysOfChanged } from "~/shop/offers/told-offers.server";
import { allGoods, offerOf } from "~/testing/offers.server";
import { followOffers, OFFERS } from "./follow-offers";

const NOON = new Date("2026-11-29T12:00:00Z");
const rule = { kind: "off-from-pieces", pieces: 3, off: { by: "percent", percent: 10 } } as const;
const offer = (id: string, more: Partial<Offer> = {}) => offerOf(rule, { id, ...more });
const inSeconds = (count: number) => new Date(NOON.getTime() + count * SECOND);

/** A clock that a test moves by hand; it calls back what is due on the way. */
function handClock() {
  let now = NOON.getTime();
  let waiting: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    after(ms: number, call: () => void) {
      const own = { at: now + ms, call };
      waiting.push(own);
      return () => void (waiting = waiting.filter((each) => each !== own));
    },
    waits: () => waiting.map(({ at }) => at - now),
    moveTo(at: Date) {
      for (;;) {
        const [next] = waiting.filter((each) => each.at <= at.getTime()).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.call();
      }
      now = at.getTime();
    },
  };
}

test("the keys of an offer are dropped at the second at which it begins and at that at which it ends, and at no other", () => {
  const clock = handClock();
  const dropped: (readonly string[])[] = [];
  const goods = { ...allGoods, productIds: ["201"] };
  const offers = [offer("a", { goods, startsAt: inSeconds(90), endsAt: inSeconds(200) })];
  followOffers(
    () => offers,
    (keys) => dropped.push(keys),
    clock,
  );

  clock.moveTo(new Date(inSeconds(90).getTime() - 1));
  expect(dropped).toEqual([]);
  clock.moveTo(inSeconds(90));
  expect(dropped).toEqual([[OFFERS, "product:201"]]);
  clock.moveTo(new Date(inSeconds(200).getTime() - 1));
  expect(dropped).toHaveLength(1);
  clock.moveTo(inSeconds(200));
  expect(dropped).toEqual([
    [OFFERS, "product:201"],
    [OFFERS, "product:201"],
  ]);
  clock.moveTo(inSeconds(9_000));
  expect(dropped).toHaveLength(2);
  expect(clock.waits()).toEqual([]);
});

test("a clock that was set to a later time is noticed within a minute, and nothing is waited for once it is stopped", () => {
  const clock = handClock();
  const offers = [offer("a", { startsAt: inSeconds(86_400) })];
  const { stop } = followOffers(
    () => offers,
    () => undefined,
    clock,
  );
  expect(clock.waits()).toEqual([MINUTE]);
  stop();
  expect(clock.waits()).toEqual([]);
});

test("the pages of an offer change when its end is told, and not for an end that is far", () => {
  const clock = handClock();
  const dropped: (readonly string[])[] = [];
  const day = 86_400;
  let offers = [offer("a", { endsAt: inSeconds(30 * day) })];
  const { look } = followOffers(
    () => offers,
    (keys) => dropped.push(keys),
    clock,
  );
  offers = [offer("a", { endsAt: inSeconds(14 * day + 60) })];
  look();
  expect(dropped).toEqual([]);
  clock.moveTo(inSeconds(60));
  expect(dropped).toEqual([[OFFERS, "offers"]]);
});

test("offers that were read anew drop the keys of those that are told otherwise, and wait for the next moment", () => {
  const clock = handClock();
  const dropped: (readonly string[])[] = [];
  let offers = [offer("a")];
  const { look } = followOffers(
    () => offers,
    (keys) => dropped.push(keys),
    clock,
  );
  look();
  expect(dropped).toEqual([]);
  offers = [offer("a"), offer("b", { isOn: false, goods: { ...allGoods, productIds: ["301"] } })];
  look();
  expect(dropped).toEqual([]);
  offers = [
    offer("a", { isOn: false }),
    offer("c", { startsAt: inSeconds(30), goods: { ...allGoods, categoryIds: ["7"] } }),
  ];
  look();
  expect(dropped).toEqual([[OFFERS, "offers"]]);
  clock.moveTo(inSeconds(30));
  expect(dropped.at(-1)).toEqual([OFFERS, "offers:7"]);
});

test.each<[string, Offer[], Offer[], string[]]>([
  ["nothing", [offer("a")], [offer("a")], []],
  ["codes that it does not go with", [offer("a")], [offer("a", { isWithoutCodes: true })], []],
  ["an end that is told", [offer("a")], [offer("a", { endsAt: NOON })], ["offers"]],
  ["an offer that ends", [offer("a")], [], ["offers"]],
  [
    "another rule",
    [offer("a", { goods: { ...allGoods, productIds: ["1", "2"] } })],
    [offer("a", { goods: { ...allGoods, productIds: ["1", "2"] }, rule: { ...rule, pieces: 4 } })],
    ["product:1", "product:2"],
  ],
  [
    "other goods",
    [offer("a", { goods: { ...allGoods, productIds: ["1"] } })],
    [offer("a", { goods: { ...allGoods, categoryIds: ["7"] } })],
    ["product:1", "offers:7"],
  ],
  [
    "another order of two of three offers",
    [
      offer("a", { goods: { ...allGoods, productIds: ["1"] } }),
      offer("b", { goods: { ...allGoods, productIds: ["2"] } }),
      offer("c", { goods: { ...allGoods, productIds: ["3"] } }),
    ],
    [
      offer("b", { goods: { ...allGoods, productIds: ["2"] } }),
      offer("a", { goods: { ...allGoods, productIds: ["1"] } }),
      offer("c", { goods: { ...allGoods, productIds: ["3"] } }),
    ],
    ["product:1", "product:2"],
  ],
  [
    "what an offer gives, and a present",
    [],
    [
      offer("a", {
        goods: { ...allGoods, productIds: ["1"] },
        rule: {
          kind: "buy-get",
          buy: 1,
          get: 1,
          percent: 50,
          times: null,
          gets: { ...allGoods, productIds: ["2"] },
        },
      }),
      offer("b", {
        goods: { ...allGoods, categoryIds: ["7"] },
        rule: { kind: "present", from: cents(100_00), productId: "9", variantId: 1, called: "Balm" },
      }),
    ],
    ["product:1", "product:2", "product:9", "offers:7"],
  ],
])("the pages that change by %s", (_, before, after, keys) => {
  expect(keysOfChanged(before, after)).toEqual(keys);
});
