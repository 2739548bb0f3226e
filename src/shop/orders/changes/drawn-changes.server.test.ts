import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { cards, lineOf, payWith } from "~/testing/riders.server";
import { returnToStock, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { cents, sum } from "~/shop/money";
import { takenBy } from "~/shop/payments/order-payments.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { pricedLines } from "../drafting/priced-lines.server";
import { strayReservations } from "../drafting/stray-reservations.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { refundLines } from "../refunds/refund-lines.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { shipParcel } from "../parcels/ship-parcel.server";
import { handleGatewayEvent } from "../settling/handle-gateway-event.server";
import { settleIfReceived } from "../settling/reconcile-payments.server";
import { standingLines } from "../standing-lines.tables";
import { cancelOrder } from "../cancel-order.server";
import { ledgerOf } from "./changeable-order.server";
import { endChange } from "./end-change.server";
import { makeChange, previewOfChange } from "./make-change.server";
import { askForChange } from "./ask-for-change.server";
import type { WantedLines } from "./plan-change.server";

const { shop, db, staff, bought, seen, rowOf, ups } = await openBoughtOrders();
await openChangePayments(shop);

const goods: Picks[number][] = [
  ["Sprocket Tee", "M", "Ash"],
  ["Sprocket Tee", "L", "Ash"],
  ["Gauntlet Leather Gloves", "M", "Black"],
];

// However often they are drawn, none is sold out.
const variantIds = (await pricedLines(db, await Promise.all(goods.map((pick) => lineOf(shop, pick))))).map(
  ({ variantId }) => variantId,
);
const plenty = variantIds.map((variantId) => ({ variantId, quantity: 500 }));
await db.transaction((tx) => returnToStock(tx, plenty, "tests", staff));

type Step =
  | { kind: "change"; at: number; quantity: number; to: number | null; adds: boolean; isPaid: boolean; isLate: boolean }
  | { kind: "refund"; at: number; restock: boolean }
  | { kind: "goodwill"; amount: number }
  | { kind: "ship"; at: number }
  | { kind: "dispute" }
  | { kind: "cancel" };

const at = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      at,
      quantity: fc.integer({ min: 1, max: 2 }),
      to: fc.option(fc.nat(goods.length - 1)),
      adds: fc.boolean(),
      isPaid: fc.boolean(),
      isLate: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("refund" as const), at, restock: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("goodwill" as const), amount: fc.integer({ min: 1, max: 9_00 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("ship" as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("dispute" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const) }) },
);

const positions = async (number: string): Promise<number[]> =>
  (
    await db
      .select({ position: standingLines.position })
      .from(standingLines)
      .where(eq(standingLines.orderNumber, number))
      .orderBy(standingLines.position)
  ).map(({ position }) => position);
const chosen = async (number: string, index: number): Promise<number> => (await positions(number))[index] ?? 0;

const money = async (number: string) => {
  const found = await db.transaction((tx) => refundableMoney(tx, number));
  if (!found) throw new Error("no payments");
  return found;
};

async function change(
  number: string,
  { at: index, quantity, to, adds, isPaid, isLate }: Extract<Step, { kind: "change" }>,
) {
  const position = await chosen(number, index);
  const picked = to === null ? undefined : goods[to];
  const line = picked && (await lineOf(shop, picked));
  const wanted: WantedLines = {
    goes: adds ? [] : [{ position, quantity }],
    comes: line
      ? [{ product: line.product, size: line.size, color: line.color, quantity, ...(!adds && { replaces: position }) }]
      : [],
  };
  const { difference } = await previewOfChange(shop, number, wanted);
  const { id, state } = await makeChange(shop, await seen(number), { ...wanted, difference });
  if (state !== "waiting") return;
  await expectSound(number);
  const request = await askForChange(shop, id, "Credit Card");
  if (isPaid) {
    await payWith(shop, cards.good, request.clientSecret);
    const end = endChange(shop, id, { by: "time" });
    await (isLate ? end : Promise.all([end, settleIfReceived(shop, request.id), settleIfReceived(shop, request.id)]));
    return;
  }
  await endChange(shop, id, { by: isLate ? "time" : "member" });
}

async function act(number: string, drawn: Step): Promise<void> {
  switch (drawn.kind) {
    case "change":
      return change(number, drawn);
    case "refund": {
      const lines = [{ position: await chosen(number, drawn.at), quantity: 1 }];
      const refund = await refundLines(shop, await seen(number), {
        lines,
        cause: randomUUID(),
        restock: drawn.restock,
      });
      for (const id of refund.ids) await executeRefund(shop, id);
      return;
    }
    case "goodwill": {
      const { amount } = drawn;
      await refundLines(shop, await seen(number), {
        lines: [],
        goodwill: cents(amount),
        cause: randomUUID(),
        restock: false,
      });
      return;
    }
    case "ship":
      return shipParcel(shop, await seen(number), {
        ...ups,
        lines: [{ position: await chosen(number, drawn.at), quantity: 1 }],
      });
    case "dispute": {
      const requestId = (await money(number)).payments.first.gatewayId ?? "";
      const dispute = { id: `dp_${randomUUID()}`, amount: cents(1_00), reason: "fraudulent", answerBy: undefined };
      const event = { id: `evt_${randomUUID()}`, type: "any", requestId, kind: "dispute-opened" as const, dispute };
      return handleGatewayEvent(shop, event);
    }
    case "cancel":
      return cancelOrder(shop, await seen(number), { reason: "asked" });
  }
}

/** Payments less refunds are the total less what was given for good, no payment gives more than it took, and stock and ledgers agree. */
async function expectSound(number: string): Promise<void> {
  const found = await money(number);
  const { total } = await rowOf(number);
  const { captured, refunded, given } = await ledgerOf(db, number, found);
  expect(captured).toBe(takenBy(found.payments));
  expect(captured - refunded).toBe(total - given);
  for (const { left } of found.leftOf) expect(left).toBeGreaterThanOrEqual(0);
  expect(found.left).toBeGreaterThanOrEqual(0);
  expect([await stockDrift(db), await strayReservations(db)]).toEqual([[], []]);
  const events = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
  const sold = events.filter(({ refundId, disputeId }) => refundId === null && disputeId === null);
  expect(sum(sold.map(({ amount }) => amount))).toBe(total);
}

test("whatever is changed, refunded, sent, disputed and cancelled in whatever order, money, stock and ledger add up", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const number = await bought([
        ["Sprocket Tee", "M", "Ash", 2],
        ["Gauntlet Leather Gloves", "M", "Black"],
      ]);
      for (const drawn of steps) {
        await act(number, drawn).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        await expectSound(number);
      }
    }),
    { numRuns: 8 },
  );
  expect(await stockDrift(db)).toEqual([]);
}, 120_000);
