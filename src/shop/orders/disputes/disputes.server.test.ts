import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { openStripeShop } from "~/testing/stripe-shop.server";
import type { FakeEvent } from "~/testing/stripe-fake-objects";
import { memberAs } from "~/testing/members.server";
import { cents } from "~/shop/money";
import { disputedAmong, disputesOf, disputesToAnswer } from "~/shop/payments/disputes.server";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { cancelAsShopper } from "../cancel-as-shopper.server";
import { cancelOrder } from "../cancel-order.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { recordEvent } from "../orders.server";
import { orderEvents } from "../orders.tables";
import { executeRefund } from "../refunds/execute-refund.server";
import { refundLines } from "../refunds/refund-lines.server";
import { reconcileDisputes } from "./record-disputes.server";

const { stripe, shop, atStripe, db, post, drafted, work } = await openStripeShop();
const staff = { kind: "staff", name: "Ann" } as const;
const owner = await memberAs("owner");

type Paid = Awaited<ReturnType<typeof paid>>;
/** A paid order whose events the shop has heard. */
async function paid() {
  const order = await drafted();
  await order.pay();
  await hear(order.events());
  return order;
}

async function hear(events: FakeEvent[]): Promise<void> {
  for (const event of events) await post(event);
  await work();
}

const rowsOf = (number: string) =>
  db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number)).orderBy(saleEvents.id);
/** Sum of the ledger, and of its rows that say what is disputed, in cents. */
async function ledgerOf(number: string) {
  const rows = await rowsOf(number);
  const sumOf = (own: typeof rows) => own.reduce((sum, { amount }) => sum + amount, 0);
  return {
    kept: sumOf(rows.filter(({ kind }) => kind !== "dispute")),
    disputed: sumOf(rows.filter(({ kind }) => kind === "dispute")),
  };
}
const kindsOf = async (number: string) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id)).map(
    ({ kind }) => kind,
  );
const moneyOf = async (number: string) => {
  const money = await db.transaction((tx) => refundableMoney(tx, number));
  return money && { unrefunded: money.unrefunded, left: money.left, hold: money.hold };
};
const newEvents = ({ events }: Paid, since: number) => events().slice(since);
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const refundGoodwill = async ({ number, version }: Paid, amount = 5_00, cause = "form") =>
  refundLines(
    atStripe,
    { number, version: await version(), actor: staff },
    { lines: [], goodwill: cents(amount), cause, restock: false },
  );

describe("the money of a dispute", () => {
  test("is lost once and comes back once, whichever events arrive, in any order, late or twice", async () => {
    const outcomes = fc.array(fc.constantFrom("lost" as const, "won" as const), { minLength: 1, maxLength: 4 });
    const heard = fc.array(fc.nat(30), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(outcomes, heard, async (turns, places) => {
        const order = await paid();
        const since = order.events().length;
        for (const turn of turns) {
          stripe.account.dispute(order.id, "fraudulent", turn);
          const told = newEvents(order, since);
          const some = places.flatMap((place) => told[place % told.length] ?? []);
          await hear(some.map((event, turned) => ({ ...event, id: `${event.id}_${turned}_${turns.length}` })));
        }
        await hear(newEvents(order, since).toReversed());
        await hear(newEvents(order, since));
        const isLost = turns.at(-1) === "lost";
        expect(await ledgerOf(order.number)).toEqual({ kept: isLost ? 0 : 37_99, disputed: isLost ? -37_99 : 0 });
        const kinds = await kindsOf(order.number);
        expect(kinds.filter((kind) => kind === "disputed")).toHaveLength(1);
        expect(kinds.at(-1) === "dispute-told" ? kinds.at(-2) : kinds.at(-1)).toBe(
          isLost ? "dispute-lost" : "dispute-won",
        );
      }),
      { numRuns: 12 },
    );
  });

  test("comes back by the parts of which it was taken, as rows that are keyed by the dispute", async () => {
    const order = await paid();
    stripe.account.dispute(order.id, "fraudulent", "lost");
    await hear(order.events());
    stripe.account.dispute(order.id, "fraudulent", "won");
    await hear(order.events());

    const [dispute] = await disputesOf(db, order.number);
    const own = (await rowsOf(order.number)).filter(({ disputeId }) => disputeId !== null);
    expect(new Set(own.map(({ disputeId }) => disputeId))).toEqual(new Set([dispute?.id]));
    const parts = Map.groupBy(own, ({ kind, part, position }) => [kind, part, position].join());
    expect([...parts.keys()]).toEqual(expect.arrayContaining(["sale,line,0", "delivery,delivery,", "dispute,order,"]));
    for (const rows of parts.values()) expect(rows.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
    expect(own.filter(({ kind, amount }) => kind === "dispute" && amount > 0)).toMatchObject([{ amount: 37_99 }]);
  });

  test("is lost only as far as the bank kept it", async () => {
    const order = await paid();
    stripe.account.dispute(order.id, "fraudulent", "lost");
    const dispute = stripe.account.disputes.find(({ payment_intent: id }) => id === order.id);
    dispute?.balance_transactions.push({ id: "txn_part", amount: 10_00, currency: "usd" });
    await hear(order.events());
    expect(await ledgerOf(order.number)).toMatchObject({ kept: 10_00 });
  });

  test("is asked of the gateway: an event that says otherwise is not believed", async () => {
    const order = await paid();
    stripe.account.dispute(order.id);
    const [created] = order.events().filter(({ type }) => type === "charge.dispute.created");
    if (!created) throw new Error("no event");
    const object = { ...created.data.object, status: "lost", amount: 1 };
    await hear([{ ...created, id: "evt_forged", type: "charge.dispute.closed", data: { object } }]);

    expect(await disputesOf(db, order.number)).toMatchObject([{ state: "to-answer", amount: 37_99, lost: 0 }]);
    expect(await order.history()).not.toContain("dispute-lost");
    expect(await ledgerOf(order.number)).toEqual({ kept: 37_99, disputed: -37_99 });
  });

  test("is found without any event, with its end", async () => {
    const order = await paid();
    stripe.account.dispute(order.id);
    await reconcileDisputes(atStripe);
    expect(await disputedAmong(db, [order.number])).toEqual(new Map([[order.number, "open"]]));
    stripe.account.dispute(order.id, "fraudulent", "lost");
    await reconcileDisputes(atStripe, new Date(Date.now() + 80 * DAY));
    expect(await disputedAmong(db, [order.number])).toEqual(new Map([[order.number, "lost"]]));
    expect(await ledgerOf(order.number)).toMatchObject({ kept: 0 });
    stripe.account.dispute(order.id, "fraudulent", "won");
    await reconcileDisputes(atStripe, new Date(Date.now() + 90 * DAY));
    expect(await disputedAmong(db, [order.number])).toEqual(new Map());
    expect(await ledgerOf(order.number)).toEqual({ kept: 37_99, disputed: 0 });
  });

  test("an answer of the gateway that is older than the stored one changes nothing", async () => {
    const order = await paid();
    stripe.account.dispute(order.id);
    const slow = await atStripe.payments.disputes?.(order.id);
    stripe.account.dispute(order.id, "fraudulent", "lost");
    await hear(order.events());
    const late = { ...atStripe, payments: { ...atStripe.payments, disputes: async () => slow ?? [] } };
    await reconcileDisputes(late, new Date(Date.now() - HOUR));
    expect(await disputesOf(db, order.number)).toMatchObject([{ state: "lost" }]);
  });

  test("what an earlier release recorded by events counts until the gateway was asked", async () => {
    const order = await paid();
    stripe.account.dispute(order.id);
    const [dispute] = stripe.account.disputes;
    const details = { disputeId: dispute?.id ?? "", reason: "fraudulent", amount: 37_99 };
    const told = (kind: "disputed" | "dispute-lost") =>
      db.transaction((tx) =>
        recordEvent(tx, order.number, kind, { kind: "gateway" }, { details, onceKey: `${kind}:${details.disputeId}` }),
      );
    await told("dispute-lost");
    await told("disputed");
    expect(await disputesOf(db, order.number)).toMatchObject([{ state: "lost", readAt: null }]);
    expect(await ledgerOf(order.number)).toMatchObject({ kept: 0 });

    await reconcileDisputes(atStripe);
    expect(await disputesOf(db, order.number)).toMatchObject([{ state: "to-answer" }]);
    expect(await ledgerOf(order.number)).toEqual({ kept: 37_99, disputed: -37_99 });
  });
});

describe("a disputed payment", () => {
  test("is not refunded while the bank decides, and the gateway would refuse it with charge_disputed", async () => {
    const order = await paid();
    stripe.account.dispute(order.id);
    const requested = await refundGoodwill(order);
    await executeRefund(atStripe, requested.id);
    expect((await refundsOf(db, order.number)).map(({ state, code }) => [state, code])).toEqual([
      ["failed", "charge_disputed"],
    ]);

    await hear(order.events());
    expect(await moneyOf(order.number)).toEqual({ unrefunded: 37_99, left: 0, hold: "disputed" });
    expect(await codeOf(refundGoodwill(order, 5_00, "again"))).toBe("refund-disputed");
  });

  test("is not refunded a second time after the bank gave it back, and may be refunded once the dispute was won", async () => {
    const order = await paid();
    stripe.account.dispute(order.id, "fraudulent", "lost");
    await hear(order.events());
    expect(await moneyOf(order.number)).toEqual({ unrefunded: 37_99, left: 0, hold: "charged-back" });
    expect(await codeOf(refundGoodwill(order))).toBe("refund-charged-back");
    expect(await atStripe.payments.refund(order.id, cents(1_00), "key")).toMatchObject({ code: "charge_disputed" });

    stripe.account.dispute(order.id, "fraudulent", "won");
    await hear(order.events());
    expect(await moneyOf(order.number)).toEqual({ unrefunded: 37_99, left: 37_99, hold: null });
    const refund = await refundGoodwill(order, 5_00, "after");
    await executeRefund(atStripe, refund.id);
    expect((await refundsOf(db, order.number)).map(({ state }) => state)).toEqual(["done"]);
  });

  test("may be refunded during an inquiry, as the gateway allows, and an inquiry that ends costs nothing", async () => {
    const order = await paid();
    stripe.account.dispute(order.id, "unrecognized", undefined, { isInquiry: true });
    await hear(order.events());
    expect(await moneyOf(order.number)).toEqual({ unrefunded: 37_99, left: 37_99, hold: null });
    expect(await disputedAmong(db, [order.number])).toEqual(new Map([[order.number, "open"]]));
    stripe.account.dispute(order.id, "unrecognized", "won", { isInquiry: true });
    await hear(order.events());
    expect(await disputedAmong(db, [order.number])).toEqual(new Map());
    expect(await ledgerOf(order.number)).toEqual({ kept: 37_99, disputed: 0 });
  });

  test("leaves its order to members: they cancel it without a refund, and its shopper cannot", async () => {
    const order = await paid();
    stripe.account.dispute(order.id);
    await hear(order.events());
    const { number } = order;
    const guest = { order: number, email: (await order.order())?.email ?? "" };
    expect(await codeOf(cancelAsShopper(atStripe, guest))).toBe("cancel-disputed");
    await cancelOrder(atStripe, { number, version: await order.version(), actor: staff }, { reason: "Fraud" });
    await work();
    expect((await order.order())?.state).toBe("cancelled");
    expect(await refundsOf(db, number)).toEqual([]);
    expect(await ledgerOf(number)).toEqual({ kept: 37_99, disputed: -37_99 });
  });

  test("waits on Today until its answer was sent, the one with the shortest time first", async () => {
    const before = (await disputesToAnswer(shop, owner)).count;
    const [first, second] = [await paid(), await paid()];
    stripe.account.dispute(second.id);
    stripe.account.dispute(first.id, "product_not_received");
    const soon = stripe.account.disputes[0];
    if (soon) soon.evidence_details.due_by = Math.floor(Date.now() / 1000) + 3600;
    await hear([...first.events(), ...second.events()]);
    const waits = await disputesToAnswer(shop, owner);
    expect(waits.count).toBe(before + 2);
    expect(waits.next[0]).toMatchObject({ orderNumber: first.number, reason: "product_not_received", amount: 37_99 });

    stripe.account.answerDispute(first.id);
    await hear(first.events());
    expect((await disputesToAnswer(shop, owner)).count).toBe(before + 1);
    expect(await disputesOf(db, first.number)).toMatchObject([{ state: "with-bank" }]);
  });
});
