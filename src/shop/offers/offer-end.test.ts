import { expect, test } from "vitest";
import { offerOf } from "~/testing/offers.server";
import { cents } from "~/shop/money";
import { nextTurn } from "./offer";
import { endToldFrom, untilByOffer, untilWords } from "./offer-end";
import { toldWithEnds } from "./told-offers.server";

const ZONE = "America/Denver";
/** Midnight that ends Sunday, November 29, in that zone. */
const END = new Date("2026-11-30T07:00:00Z");
const tenOff = { kind: "off-from-value", from: cents(100_00), off: { by: "percent", percent: 10 } } as const;
const offer = (endsAt: Date | null) => offerOf(tenOff, { endsAt });
const at = (text: string) => new Date(text);

test("the end of an offer is its last whole day, or its moment", () => {
  const now = at("2026-11-26T12:00:00Z");
  expect(untilWords(offer(END), now, ZONE)).toBe("until Sunday, November 29");
  expect(untilWords(offer(at("2026-11-30T01:30:00Z")), now, ZONE)).toBe("until Sunday, November 29, 6:30 pm MST");
  expect(untilWords(offer(null), now, ZONE)).toBeUndefined();
});

test("a far end is not told; from two weeks before it is, from that second on", () => {
  const [before, from] = [at("2026-11-16T06:59:59Z"), at("2026-11-16T07:00:00Z")];
  expect(untilWords(offer(END), before, ZONE)).toBeUndefined();
  expect(untilWords(offer(END), from, ZONE)).toBe("until Sunday, November 29");
  expect(nextTurn([offer(END)], before, endToldFrom)).toEqual(from);
  expect(nextTurn([offer(END)], from, endToldFrom)).toEqual(END);
});

test("the page of a product and the answer about a bag say the same end", () => {
  const now = at("2026-11-26T12:00:00Z");
  const offers = [offer(END), offer(null)];
  const product = { product: "tee", categories: [], finalSale: false, isGiftCard: false };
  expect(toldWithEnds(offers, product, now, ZONE)).toEqual([
    "10% off from $100, until Sunday, November 29",
    "10% off from $100",
  ]);
  expect([...untilByOffer(offers, now, ZONE)]).toEqual([[offers[0]?.id, "until Sunday, November 29"]]);
});
