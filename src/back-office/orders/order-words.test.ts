import { expect, test } from "vitest";
import type { MemberOrder } from "~/shop/orders/member-order.server";
import { cents } from "~/shop/money";
import { eventWords, methodWords, wayOfRefund } from "./order-history-words";
import { partsWords, stateName } from "./order-words";

const exchange = { cause: "return", state: "waiting", quantity: 1 } as const;
const parcel = (id: number, deliveredAt: Date | null) => ({ id, deliveredAt, lostAt: null });

/** Heading of a sent order with a waiting replacement. */
function headOf(parcels: ReturnType<typeof parcel>[], back: number[] = []): string {
  const order = { state: "shipped", parcels, undecided: [], replacements: [exchange], lines: [], money: null };
  const known = order as unknown as MemberOrder;
  return [stateName(known, new Set(back)), ...partsWords(known, new Set(back))].join(", ");
}

test("while goods of an exchange wait to be sent, the order's heading says so, and whether its parcels arrived or came back", () => {
  expect(headOf([parcel(1, null)])).toBe("On the way, 1 piece to send instead");
  expect(headOf([parcel(1, new Date())])).toBe("Arrived, 1 piece to send instead");
  expect(headOf([parcel(1, null)], [1])).toBe("Back with you, 1 piece to send instead");
});

const visa = { brand: "visa", lastFour: "4242" };
const byCard = { id: "p1", kind: "order", amount: cents(50_00), method: "Credit Card", card: visa, giftCard: null };
const byGiftCard = { ...byCard, id: "p2", kind: "gift-card", amount: cents(20_00), card: null, giftCard: "7KQ2" };
const onCredit = { lastFour: "9XYZ" };
const refund = (paymentId: string, amount: number, credit: object | null = null) => {
  const id = `r-${paymentId}-${amount}`;
  return { id, paymentId, cause: "return:R1", amount: cents(amount), credit };
};
type Money = NonNullable<MemberOrder["money"]>;
const moneyOf = (payments: object[], refunds: object[] = []) => ({ payments, refunds }) as unknown as Money;

/** Sentence about a settled return that gave $36 back by these refunds. */
function settledWords(payments: object[], refunds: ReturnType<typeof refund>[]): string {
  const details = { return: "R1", amount: 36_00, refundId: refunds[0]?.id };
  const event = { kind: "event", event: "return-settled", by: "staff", who: null, letter: null, details } as const;
  return eventWords(
    { ...event, id: "1", at: new Date() },
    {
      lines: [],
      parcels: [],
      money: moneyOf(payments, refunds),
    },
  ).replace(/^.*settled, /, "");
}

test("a settled return is said to be store credit only if all its money is", () => {
  const credit = refund("p1", 30_00, onCredit);
  expect(settledWords([byCard], [{ ...credit, amount: cents(36_00) }])).toBe("$36.00 is store credit");
  expect(settledWords([byCard], [credit, refund("p1", 6_00)])).toBe("$36.00 goes back, $30.00 as store credit");
  expect(settledWords([byCard, byGiftCard], [credit, refund("p2", 6_00)])).toBe(
    "$36.00 goes back, $30.00 as store credit and $6.00 onto gift card ending 7KQ2",
  );
  expect(settledWords([byCard], [refund("p1", 36_00)])).toBe("$36.00 goes back");
});

test("a payment by Klarna whose card is known is named by the card, as shoppers read it", () => {
  const byKlarna = { ...byCard, method: "Klarna" };
  expect(methodWords(moneyOf([byKlarna]))).toBe("Visa ••••\u00a04242");
  expect(methodWords(moneyOf([{ ...byKlarna, card: null }]))).toBe("Klarna");
  expect(methodWords(moneyOf([byGiftCard, { ...byCard, card: null }]))).toBe("gift card ending 7KQ2 and card");
});

test("a refund says onto which payment it went if the order was paid in several ways; the same card is one way", () => {
  const again = { ...byCard, id: "p3", kind: "change" };
  const back = refund("p1", 5_00) as unknown as Money["refunds"][number];
  const way = (...payments: object[]) => wayOfRefund(back, moneyOf(payments));
  expect([way(byCard, again), way(byCard, { ...again, method: "Klarna" })]).toEqual([undefined, undefined]);
  expect(way(byCard, byGiftCard)).toBe("Visa ••••\u00a04242");
  // Cards of brands without a name have the same words.
  const unnamed = (brand: string) => ({ card: { ...visa, brand } });
  expect(way({ ...byCard, ...unnamed("link") }, { ...again, ...unnamed("accel") })).toBe("Card ••••\u00a04242");
});
