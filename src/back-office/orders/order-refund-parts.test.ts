import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import { REFUND_REASONS } from "~/shop/orders/reasons";
import { deliveryDueFor, isDeliveryDueHere, typedHere } from "~/shop/returns/refund-here";
import { REASONS } from "~/shop/returns/return-reasons";
import { type LineToSettle, usualSettlement } from "~/shop/returns/settlement";
import { type Refund, sumOfRefund, typedRefundOf } from "./order-refund-parts";

const line = { position: 0, out: 1, left: 1, unsent: 0, unpaid: 0, amounts: [cents(36_00)] };
const refund = {
  lines: [line],
  delivery: cents(3_99),
  dueFor: deliveryDueFor(),
  fees: cents(0),
  moneyLeft: cents(39_99),
  hold: "",
} as unknown as Refund;
const opened = { reason: REFUND_REASONS[0] };
const here = { "pieces-0": "1", "here-0": "yes" };
const ticked = (changed: Record<string, string>, sent: Record<string, string> = opened) =>
  typedRefundOf(refund, sent, changed)["delivery"] === "yes";

describe("the delivery fee in a refund of goods that lie here", () => {
  test("is due by the rule of every settlement of a return, for each reason and condition", () => {
    for (const reason of REASONS)
      for (const isDamaged of [true, false]) {
        const own = { position: 0, quantity: 1, isDamaged, reason };
        const settled: LineToSettle = {
          ...own,
          exchangeVariantId: null,
          arrived: { [isDamaged ? "damaged" : "as-new"]: 1 },
          price: cents(36_00),
          refundable: 1,
          amounts: [cents(36_00)],
          before: { quantity: 0, refunds: [] },
          variants: [],
          differenceBack: null,
        };
        if (reason === "exchange") continue;
        expect([reason, isDamaged, isDeliveryDueHere([{ ...own, reason }])]).toEqual([
          reason,
          isDamaged,
          usualSettlement([settled]).delivery,
        ]);
      }
  });

  test("is ticked by itself for what lies here and is damaged, or was the wrong thing, and not for what is only refunded", () => {
    expect(ticked({})).toBe(false);
    expect(ticked(here)).toBe(false);
    expect(ticked({ ...here, "damaged-0": "yes" })).toBe(true);
    expect(ticked({ ...here, reason: "Wrong thing sent" })).toBe(true);
    expect(ticked({ ...here, reason: "Damaged or faulty" })).toBe(false);
    expect(ticked({ "pieces-0": "1", "damaged-0": "yes", reason: "Wrong thing sent" })).toBe(false);
    expect(ticked({ ...here, "damaged-0": "" })).toBe(false);
    const typed = typedRefundOf(refund, opened, { ...here, "damaged-0": "yes" });
    expect(sumOfRefund(refund, typed)).toBe(39_99);
  });

  test("stays as a member set it, also after a refused attempt, which sends nothing for an unticked box", () => {
    expect(ticked({ ...here, "damaged-0": "yes", delivery: "" })).toBe(false);
    expect(ticked({ delivery: "yes" })).toBe(true);
    const sent = { ...opened, ...here, "damaged-0": "yes" };
    expect(ticked({}, sent)).toBe(false);
    expect(ticked({ goodwill: "1.00" }, sent)).toBe(false);
    expect(ticked({ "damaged-0": "" }, { ...sent, delivery: "yes" })).toBe(false);
    expect(ticked({}, { ...opened, delivery: "yes" })).toBe(true);
  });

  test("adds nothing where none is left", () => {
    const without = { ...refund, delivery: cents(0) };
    expect(sumOfRefund(without, typedRefundOf(without, opened, { ...here, "damaged-0": "yes" }))).toBe(36_00);
  });
});

test("pieces that lie here come back as damaged, or for the reason of the refund", () => {
  const piece = { position: 2, quantity: 3 };
  expect(typedHere({ "damaged-2": "yes" }, piece, "wrong")).toEqual({ ...piece, isDamaged: true, reason: "damaged" });
  expect(typedHere({}, piece, "wrong")).toEqual({ ...piece, isDamaged: false, reason: "wrong" });
});
