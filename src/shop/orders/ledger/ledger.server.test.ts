import { readFile } from "node:fs/promises";
import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents, centsOfDollars } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { GatewayRefund } from "~/shop/payments/gateway";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { cancelOrder } from "../cancel-order.server";
import { draftOrder } from "../drafting/draft-order.server";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { refundOf } from "../parcels/pieces";
import { recordGatewayRefunds } from "../refunds/record-gateway-refunds.server";
import { refundLines } from "../refunds/refund-lines.server";
import { refundParts } from "../refunds/refund-parts.tables";
import { settleOrder } from "../settling/settle-order.server";
import { saleEvents } from "./sale-events.tables";

const { shop, db, tee, bought, seen, rowOf } = await openBoughtOrders();
const gloves = ["Gauntlet Leather Gloves", "M", "Black"] as const;
await shop.asOwner("update variants set stock = null");

const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
const eventsOf = (number: string) =>
  db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number)).orderBy(asc(saleEvents.id));
const partsOf = (number: string) => db.select().from(refundParts).where(eq(refundParts.orderNumber, number));
/** Compact form of ledger rows: kind, part or position, and cents. */
const inShort = (events: Awaited<ReturnType<typeof eventsOf>>) =>
  events.map(({ kind, part, position, amount }) => [`${kind} ${position ?? part}`, amount]);

/** Paid order to a state that taxes goods, delivery and a fee of 28 cents; returns its number. */
async function taxed(picks: Picks, at: Date, percent = 8): Promise<string> {
  const fees = [{ name: "Road fee", amount: cents(28), fromValue: cents(0), taxed: true }];
  await collectIn(shop, "AZ", { stateRate: percent * 10_000, delivery: "with-taxed" }, { fees });
  const request = await draftRequestFor(shop, picks);
  const refusal: unknown = await draftOrder(shop, request).catch((error: unknown) => error);
  const { summary } = (refusal as Refusal<"tax-changed">).details as { summary: { total: number } };
  const { id, clientSecret } = await draftOrder(shop, { ...request, amount: centsOfDollars(summary.total) });
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, id, {}, at);
  await collectNowhere(shop);
  return number;
}

/** Gateway whose refunds the test controls. */
async function gatewayOf(number: string) {
  const payment = (await paymentsOf(db, number))?.first;
  if (!payment) throw new Error("no payment");
  const list: GatewayRefund[] = [];
  const services = { ...shop, payments: { ...shop.payments, refunds: () => Promise.resolve(list) } };
  return { list, told: () => recordGatewayRefunds(services, payment, payment.gatewayId ?? "") };
}

/** Lets the gateway report all refunds of an order that have not failed as done or failed. */
async function answered(number: string, state: "done" | "failed"): Promise<void> {
  const { list, told } = await gatewayOf(number);
  for (const { id, gatewayId, amount, state: now } of await refundsOf(db, number))
    if (now !== "failed")
      list.push({ id: gatewayId ?? `re_${id}`, key: id, amount, state, code: "expired_or_canceled_card" });
  await told();
}

test("a paid order is written to the ledger with names, state and day in the shop's time zone, and without personal data", async () => {
  const lastMoment = new Date("2026-11-07T06:59:59.999Z");
  const number = await taxed([[...tee, 2], [...gloves]], lastMoment);
  const events = await eventsOf(number);
  const { deliveryFee } = await rowOf(number);

  expect(inShort(events)).toEqual([
    ["sale 0", 72_00],
    ["tax 0", 5_76],
    ["sale 1", 89_00],
    ["tax 1", 7_12],
    ["delivery delivery", deliveryFee],
    ["tax delivery", 32],
    ["fee fee", 28],
    ["tax fee", 2],
  ]);
  expect(events[0]).toMatchObject({
    at: lastMoment,
    day: "2026-11-06",
    pieces: 2,
    product: "Sprocket Tee",
    size: "M",
    color: "Ash",
    taxKind: "clothing",
    state: "AZ",
    zipPrefix: "860",
  });
  const words = JSON.stringify(events);
  for (const personal of ["Delacroix", "jo.", "5550100", "Sandstone", "Flagstaff", "86001"])
    expect(words).not.toContain(personal);
});

test("a discount is written for each line, with its code, and reversed when the goods are refunded", async () => {
  const discount = { code: "LEDGER10", kind: "percent" as const, percent: 10, amount: null };
  await db.insert(discountCodes).values(discount);
  const number = await bought([[...tee, 2]], { discount });
  expect(inShort(await eventsOf(number)).slice(0, 2)).toEqual([
    ["sale 0", 72_00],
    ["discount 0", -7_20],
  ]);
  const lines = [{ position: 0, quantity: 1 }];
  await refundLines(shop, await seen(number), { cause: "torn", restock: true, lines });
  const back = (await eventsOf(number)).filter(({ refundId }) => refundId);
  expect(inShort(back)).toEqual([
    ["discount 0", 3_60],
    ["sale 0", -36_00],
  ]);
  expect(back.map(({ pieces, code }) => [pieces, code])).toEqual([
    [0, "LEDGER10"],
    [-1, "LEDGER10"],
  ]);
});

test("a refund is written when it is made and reversed when it fails; earlier rows of the ledger are unchanged", async () => {
  const number = await taxed([[...tee, 2]], new Date());
  const lines = [{ position: 0, quantity: 1 }];
  await refundLines(shop, await seen(number), { cause: "torn", restock: true, lines, delivery: true, fees: true });
  const asked = await eventsOf(number);
  expect(inShort(asked.filter(({ refundId }) => refundId))).toEqual([
    ["sale 0", -36_00],
    ["tax 0", -2_88],
    ["delivery delivery", -3_99],
    ["tax delivery", -32],
    ["fee fee", -28],
    ["tax fee", -2],
  ]);
  expect(await partsOf(number)).toMatchObject(Array.from({ length: 6 }, () => ({ splitBy: "chosen" })));

  await answered(number, "done");
  expect(await eventsOf(number)).toEqual(asked);
  expect(shop.letters.at(-1)?.text.replaceAll(/\s+/g, " ")).toMatch(/GOES BACK: \$43\.49 Of that sales tax: \$3\.22/);
  await answered(number, "failed");
  const failed = await eventsOf(number);
  expect(failed.slice(0, asked.length)).toEqual(asked);
  expect(inShort(failed.slice(asked.length)).toSorted()).toEqual(
    inShort(asked.filter(({ refundId }) => refundId))
      .map(([of, amount]) => [of, -Number(amount)])
      .toSorted(),
  );
});

test("goodwill lowers sales by an amount of its own, with or without tax", async () => {
  const number = await taxed([[...tee, 2]], new Date());
  const refund = { restock: false, lines: [], goodwill: cents(10_00) };
  await refundLines(shop, await seen(number), { ...refund, cause: "scratched", goodwillWithTax: false });
  expect(inShort((await eventsOf(number)).filter(({ refundId }) => refundId))).toEqual([["goodwill order", -10_00]]);
  await refundLines(shop, await seen(number), { ...refund, cause: "late" });
  const [, ...back] = (await eventsOf(number)).filter(({ refundId }) => refundId);
  expect([sum(back), sum(back.filter(({ kind }) => kind === "tax"))]).toEqual([-10_00, -84]);
});

test("a refund made at the gateway is divided among all lines that are left, is marked, and is reversed if it fails", async () => {
  const number = await taxed([[...tee, 2]], new Date());
  const { list, told } = await gatewayOf(number);
  const { total } = await rowOf(number);
  list.push({ id: "re_theirs", key: undefined, amount: cents(Math.floor(total / 2)), state: "done" });
  await told();
  await told();
  const parts = await partsOf(number);
  expect([sum(parts), new Set(parts.map(({ splitBy }) => splitBy))]).toEqual([
    Math.floor(total / 2),
    new Set(["gateway"]),
  ]);
  expect(parts.find(({ part }) => part === "tax")?.amount).toBe(2_88);
  list.splice(0, 1, { id: "re_theirs", key: undefined, amount: cents(Math.floor(total / 2)), state: "failed" });
  await told();
  expect(sum(await eventsOf(number))).toBe(total);
});

test("if the gateway refunded less, parts of the refund and ledger rows are lowered to its amount", async () => {
  const number = await taxed([[...tee, 2]], new Date());
  const { total } = await rowOf(number);
  await cancelOrder(shop, await seen(number), { reason: "asked" });
  const [refund] = await refundsOf(db, number);
  await db
    .update(refunds)
    .set({ amount: cents(10_00) })
    .where(eq(refunds.id, refund?.id ?? ""));
  expect([sum(await partsOf(number)), sum(await eventsOf(number))]).toEqual([10_00, total - 10_00]);
});

test("sample orders, unpaid drafts and late payments are not written to the ledger", async () => {
  const money = {
    orderValue: cents(0),
    discount: cents(0),
    deliveryFee: cents(3_99),
    tax: cents(0),
    total: cents(3_99),
  };
  const sample = { number: "10000001", state: "paid" as const, paidAt: new Date(), sample: true, ...jo, ...money };
  await db.insert(orders).values(sample);
  const { id } = await draftOrder(shop, await draftRequestFor(shop, [[...tee]]));
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
  const late = { paymentId: payment?.id ?? "", amount: cents(10_00), cause: "late-payment" };
  await db.insert(refunds).values({ id: crypto.randomUUID(), ...late });
  for (const number of [sample.number, payment?.orderNumber ?? ""])
    expect([await eventsOf(number), await partsOf(number)]).toEqual([[], []]);
});

test("a dispute is written once, apart from sales", async () => {
  const number = await bought([[...tee]]);
  for (const turn of [1, 2])
    await db.transaction((tx) =>
      recordEvent(
        tx,
        number,
        "disputed",
        { kind: "gateway" },
        {
          details: { disputeId: "dp_1", reason: "fraudulent", amount: 37_99 },
          onceKey: `disputed:${turn}`,
        },
      ),
    );
  const disputes = (await eventsOf(number)).filter(({ kind }) => kind === "dispute");
  expect(disputes).toMatchObject([{ amount: -37_99, disputeId: "dp_1", part: "order" }]);
});

test("the shop's database role cannot update or delete rows of the ledger", async () => {
  for (const statement of [
    "update sale_events set amount_cents = 0",
    "delete from sale_events",
    "delete from refund_parts",
  ])
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
});

/** Checks that ledger, parts, refunds and payment of an order agree, and that earlier rows are unchanged; returns the rows. */
async function agrees(number: string, before: Awaited<ReturnType<typeof eventsOf>>) {
  const [events, parts, known, order] = await Promise.all([
    eventsOf(number),
    partsOf(number),
    refundsOf(db, number),
    rowOf(number),
  ]);
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const sales = events.filter(({ kind }) => kind !== "dispute");
  const taken = sales.filter(({ refundId }) => refundId === null);
  const counting = known.filter(({ state }) => state !== "failed");

  expect(events.slice(0, before.length)).toEqual(before);
  expect([sum(taken), sum(sales)]).toEqual([order.total, (payment?.amount ?? 0) - sum(counting)]);
  const kept = (kind: string) => sum(taken.filter((event) => event.kind === kind));
  expect([kept("sale"), kept("discount"), kept("delivery"), kept("fee"), kept("tax")]).toEqual([
    order.orderValue,
    -order.discount || 0,
    order.deliveryFee,
    order.fees,
    order.tax,
  ]);
  for (const { id, amount, state } of known) {
    expect(sum(sales.filter(({ refundId }) => refundId === id))).toBe(state === "failed" ? 0 : -amount || 0);
    expect(state === "failed" || sum(parts.filter(({ refundId }) => refundId === id)) === amount).toBe(true);
  }
  const isLeft = (payment?.amount ?? 0) > sum(counting);
  const taxes = new Map<string, number>();
  for (const { kind, part, position, amount } of sales)
    if (kind === "tax") taxes.set(`${part} ${position}`, (taxes.get(`${part} ${position}`) ?? 0) + amount);
  for (const rest of taxes.values()) expect(isLeft ? rest >= 0 : rest === 0).toBe(true);
  return events;
}

test("the long migration writes older orders and refunds as the triggers would have, in steps and only once", async () => {
  const number = await taxed([[...tee, 2], [...gloves]], new Date("2026-03-02T12:00:00Z"));
  await refundLines(shop, await seen(number), { cause: "torn", restock: true, lines: [{ position: 0, quantity: 1 }] });
  await answered(number, "done");
  await answered(number, "failed");
  await cancelOrder(shop, await seen(number), { reason: "asked" });
  const ofNote = ({ at, day, kind, part, position, amount, pieces, refundId }: (typeof events)[number]) =>
    JSON.stringify([at, day, kind, part, position, amount, pieces, refundId]);
  const [events, parts] = [await eventsOf(number), await partsOf(number)];
  await shop.asOwner(
    `delete from sale_events where order_number = '${number}'; delete from refund_parts where order_number = '${number}'`,
  );

  const step = (await readFile("migrations/long/0006_note-sales-of-before.sql", "utf8")).replace("--> steps", "");
  // Two processes that run the step at the same time write its rows only once.
  await Promise.all([db.execute(sql.raw(step)), db.execute(sql.raw(step))]);
  expect((await db.execute(sql.raw(step))).rowCount).toBe(0);
  expect((await eventsOf(number)).map(ofNote).toSorted()).toEqual(events.map(ofNote).toSorted());
  expect((await partsOf(number)).map((part) => JSON.stringify(part)).toSorted()).toEqual(
    parts.map((part) => JSON.stringify(part)).toSorted(),
  );
});

const step = fc.oneof(
  fc.record({
    do: fc.constant("pieces" as const),
    position: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 2 }),
    less: fc.nat(3),
  }),
  fc.record({ do: fc.constant("delivery" as const), goodwill: fc.integer({ min: 0, max: 20_00 }) }),
  fc.record({ do: fc.constant("goodwill" as const), goodwill: fc.integer({ min: 1, max: 40_00 }) }),
  fc.record({ do: fc.constant("gateway" as const), thousandths: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({ do: fc.constantFrom("confirmed" as const, "failed" as const, "cancel" as const, "dispute" as const) }),
);

test("[B-86] after random refunds, failures, cancellations and disputes the ledger always equals orders, refunds and payments", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), fc.nat(9), async (steps, percent) => {
      const number = await taxed([[...tee, 3], [...gloves]], new Date(), percent);
      const { list, told } = await gatewayOf(number);
      let events = await agrees(number, []);
      expect(events.length).toBeGreaterThan(0);
      for (const [turn, each] of steps.entries()) {
        try {
          await doStep(number, each, turn);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        events = await agrees(number, events);
      }

      async function doStep(of: string, each: (typeof steps)[number], turn: number): Promise<void> {
        const cause = `step ${turn}`;
        const refund = async (wanted: object) =>
          void (await refundLines(shop, await seen(of), { cause, restock: true, lines: [], ...wanted }));
        if (each.do === "pieces") {
          const line = (await lineProgress(db, of)).find(({ position }) => position === each.position);
          const whole = line ? refundOf(line, each.quantity) : cents(0);
          const amount = cents(Math.floor((whole * (3 - each.less)) / 3));
          return refund({ lines: [{ position: each.position, quantity: each.quantity, amount }] });
        }
        if (each.do === "delivery") return refund({ delivery: true, goodwill: cents(each.goodwill) });
        if (each.do === "goodwill") return refund({ goodwill: cents(each.goodwill) });
        if (each.do === "cancel") return cancelOrder(shop, await seen(of), { reason: "asked" });
        if (each.do === "dispute")
          return void (await db.transaction((tx) =>
            recordEvent(
              tx,
              of,
              "disputed",
              { kind: "gateway" },
              { details: { disputeId: cause, amount: 5_00 }, onceKey: `${of} ${cause}` },
            ),
          ));
        if (each.do === "gateway") {
          const { total } = await rowOf(of);
          const left = total - sum((await refundsOf(db, of)).filter(({ state }) => state !== "failed"));
          const amount = cents(Math.ceil((left * each.thousandths) / 1000));
          if (amount > 0) list.push({ id: `re_${of}_${turn}`, key: undefined, amount, state: "done" });
          return told();
        }
        return answered(of, each.do === "failed" ? "failed" : "done");
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
