import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { cards, draftRequestFor, leftOf, payWith } from "~/testing/riders.server";
import { memberAs } from "~/testing/members.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { audit, auditShopperData } from "~/shop/audit/audit.tables";
import { paymentHealth } from "~/shop/payments/payment-health.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { SANDBOX_REFUND_ENDS } from "~/shop/payments/sandbox-refunds.server";
import { cancelOrder } from "../cancel-order.server";
import { draftOrder } from "../drafting/draft-order.server";
import { orderByNumber } from "../orders.server";
import { orderEvents, orders } from "../orders.tables";
import { settleOrder } from "../settling/settle-order.server";
import { executeRefund } from "./execute-refund.server";
import { handleRefund, refundAsMember } from "./refund-as-member.server";
import { settleRefunds } from "./settle-refunds.server";

const { stripe, shop, atStripe, db, later, drafted, post, work } = await openStripeShop();
const dana = memberAs("manager", "Dana");
const sam = memberAs("packer", "Sam");

type Draft = Awaited<ReturnType<typeof drafted>>;
const formOf = async ({ number, version }: Pick<Draft, "number" | "version">) => ({
  submission: randomUUID(),
  number,
  version: await version(),
});
const one = { lines: [{ position: 0, quantity: 1 }], restock: true };
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

/** Paid order of some tees (two by default) at Stripe. */
async function paid(card?: string, pieces = 2) {
  const draft = await drafted(undefined, pieces);
  await draft.pay(card);
  await settleOrder(atStripe, draft.id);
  const atGateway = () => stripe.account.refunds.filter(({ payment_intent }) => payment_intent === draft.id);
  const rows = async () => (await refundsOf(db, draft.number)).map(({ amount, state }) => [amount, state]);
  return { ...draft, atGateway, rows };
}

afterEach(() => void vi.useRealTimers());

test("[B-30] a double click, two windows and a repeated POST cause one refund at the gateway, one entry of each kind in the order's history, and one letter", async () => {
  const order = await paid();
  const [first, second] = [await formOf(order), await formOf(order)];

  const said = await Promise.all([first, first, second].map((form) => codeOf(refundAsMember(shop, dana, form, one))));
  // One window gets a conflict, whichever comes second.
  expect(said.filter((code) => code === "done")).toHaveLength(said[2] === "done" ? 1 : 2);
  expect(["done", "edited-meanwhile", "refund-unconfirmed"]).toEqual(expect.arrayContaining(said));
  const done = said[2] === "done" ? second : first;
  expect(await codeOf(refundAsMember(shop, dana, done, one))).toBe("done");
  await work();
  expect(await codeOf(refundAsMember(shop, dana, done, one))).toBe("done");
  for (const event of order.events()) await post(event);
  await work();

  expect(order.atGateway()).toHaveLength(1);
  expect(await order.rows()).toEqual([[34_00, "done"]]);
  expect((await order.history()).filter((kind) => kind.startsWith("refund"))).toEqual([
    "refund-asked",
    "refunded",
    "refund-told",
  ]);
  expect(order.letters()).toHaveLength(1);
});

test("[B-23] the log states who refunded how much of which order, and why", async () => {
  const order = await paid();
  const form = await formOf(order);
  await refundAsMember(shop, dana, form, { ...one, reason: "Changed their mind" });

  const rows = await db.select().from(audit).where(eq(audit.submission, form.submission));
  expect(rows).toMatchObject([
    {
      memberId: dana.id,
      kind: "order",
      record: order.number,
      field: "refund",
      new: 34_00,
    },
  ]);
  const [kept] = await db
    .select()
    .from(auditShopperData)
    .where(eq(auditShopperData.auditId, rows[0]?.id ?? 0));
  expect(kept?.reason).toBe("Changed their mind");
  expect(await refundsOf(db, order.number)).toMatchObject([{ cause: form.submission, reason: "Changed their mind" }]);
});

test("[B-12] a member without the right to refund cannot refund", async () => {
  const order = await paid();
  expect(await codeOf(refundAsMember(shop, sam, await formOf(order), one))).toBe("right-missing");
  expect(await order.rows()).toEqual([]);
});

describe("[B-31] a refund that is requested and not confirmed", () => {
  test("remains pending after a time-out, blocks a second refund, and is settled within a minute", async () => {
    const order = await paid();
    await refundAsMember(shop, dana, await formOf(order), one);
    const [refund] = await refundsOf(db, order.number);
    stripe.inject("response-late", /^POST \/v1\/refunds/);
    expect(await codeOf(executeRefund(atStripe, refund?.id ?? ""))).toBe("gateway-unavailable");

    expect(await order.rows()).toEqual([[34_00, "requested"]]);
    expect(await codeOf(refundAsMember(shop, dana, await formOf(order), one))).toBe("refund-unconfirmed");
    expect(order.letters()).toEqual([]);

    stripe.recover();
    await settleRefunds(atStripe, later(1));
    expect(await order.rows()).toEqual([[34_00, "done"]]);
    expect([order.atGateway().length, order.letters().length]).toEqual([1, 1]);
    expect(await codeOf(refundAsMember(shop, dana, await formOf(order), one))).toBe("done");
  });

  test("sends its letter once, when the gateway confirms it", async () => {
    const order = await paid("4000000000007726");
    await refundAsMember(shop, dana, await formOf(order), one);
    await work();
    await settleRefunds(atStripe, later(1));
    expect([await order.rows(), order.letters()]).toEqual([[[34_00, "requested"]], []]);

    stripe.account.settleRefunds();
    for (const event of order.events()) await post(event);
    await work();
    await settleRefunds(atStripe, later(2));

    expect([await order.rows(), order.atGateway().length]).toEqual([[[34_00, "done"]], 1]);
    expect(order.letters()).toHaveLength(1);
    expect((await order.order())?.state).toBe("partly-refunded");
  });
});

describe("a refund that the gateway refuses", () => {
  test("[B-32] does not count, shows its reason, and remains on the list of problems until a member has handled it", async () => {
    const order = await paid("4000000000010027");
    await refundAsMember(shop, dana, await formOf(order), one);
    expect((await order.order())?.state).toBe("partly-refunded");
    await work();

    const [refund] = await refundsOf(db, order.number);
    expect(refund).toMatchObject({ state: "failed", code: "insufficient_funds", handledAt: null });
    expect((await order.order())?.state).toBe("paid");
    expect(order.letters()).toEqual([]);
    const health = await paymentHealth(atStripe, dana, new Date());
    expect(health.refused.newest).toMatchObject([{ orderNumber: order.number, code: "insufficient_funds" }]);

    const id = refund?.id ?? "";
    expect(await codeOf(handleRefund(shop, sam, await formOf(order), id))).toBe("right-missing");
    await handleRefund(shop, dana, await formOf(order), id);
    expect(await codeOf(handleRefund(shop, dana, await formOf(order), id))).toBe("order-state");
    expect((await paymentHealth(atStripe, dana, new Date())).refused.count).toBe(0);
    // Its pieces can be refunded again, without returning to stock a second time.
    const left = await leftOf(shop, ["Ride Dirty Tee", "L", "Black"]);
    expect(await codeOf(refundAsMember(shop, dana, await formOf(order), one))).toBe("done");
    expect(await leftOf(shop, ["Ride Dirty Tee", "L", "Black"])).toBe(left);
  });

  test("a refund refused days after its confirmation changes the order's state back, and its money can be refunded again", async () => {
    const order = await paid("4000000000005126");
    await refundAsMember(shop, dana, await formOf(order), { lines: [{ position: 0, quantity: 2 }], restock: false });
    await work();
    expect([await order.rows(), (await order.order())?.state]).toEqual([[[68_00, "done"]], "refunded"]);

    stripe.account.settleRefunds();
    for (const event of [...order.events(), ...order.events()]) await post(event);
    await work();

    expect([await order.rows(), (await order.order())?.state]).toEqual([[[68_00, "failed"]], "paid"]);
    expect((await order.history()).filter((kind) => kind === "refund-failed")).toHaveLength(1);
    expect(await codeOf(refundAsMember(shop, dana, await formOf(order), one))).toBe("done");
  });

  test("a refused refund leaves a cancelled order cancelled, and its money can be refunded by hand", async () => {
    const order = await paid("4000000000010027");
    const { number } = order;
    await cancelOrder(shop, { number, version: await order.version(), actor: { kind: "system" } }, { reason: "asked" });
    await work();
    expect([await order.rows(), (await order.order())?.state]).toEqual([[[71_99, "failed"]], "cancelled"]);

    const left = await leftOf(shop, ["Ride Dirty Tee", "L", "Black"]);
    const all = { lines: [{ position: 0, quantity: 2 }], delivery: true, restock: true };
    await refundAsMember(shop, dana, await formOf(order), all);
    expect((await order.rows()).at(-1)).toEqual([71_99, "requested"]);
    expect((await order.order())?.state).toBe("cancelled");
    expect(await leftOf(shop, ["Ride Dirty Tee", "L", "Black"])).toBe(left);
  });
});

test("the pieces that a failed refund called off return to stock once, even if the order is cancelled later", async () => {
  const tee = ["Ride Dirty Tee", "L", "Black"] as const;
  const order = await paid("4000000000010027");
  const before = (await leftOf(shop, [...tee])) ?? 0;
  await refundAsMember(shop, dana, await formOf(order), one);
  await work();
  const { number } = order;
  await cancelOrder(shop, { number, version: await order.version(), actor: { kind: "system" } }, { reason: "asked" });
  expect(await leftOf(shop, [...tee])).toBe(before + 2);
});

test("delivery and goodwill are separate parts of a refund, and the letter names the amount of each part", async () => {
  const order = await paid();
  const wanted = { lines: [{ position: 0, quantity: 1, amount: cents(30_00) }], delivery: true, goodwill: cents(5_00) };
  await refundAsMember(shop, dana, await formOf(order), { ...wanted, restock: false });
  await work();

  expect(await order.rows()).toEqual([[38_99, "done"]]);
  const [letter] = order.letters();
  for (const words of ["$38.99 is on its way back", "$30.00 of $34.00", "Delivery", "$3.99", "Goodwill", "$5.00"])
    expect(letter?.text).toContain(words);
  expect(letter?.text).not.toContain("delivery fee is not refunded");
  const twice = { lines: [], delivery: true, restock: false };
  expect(await codeOf(refundAsMember(shop, dana, await formOf(order), twice))).toBe("more-than-left");
  const tooMuch = { lines: [], goodwill: cents(33_01), restock: false };
  expect(await codeOf(refundAsMember(shop, dana, await formOf(order), tooMuch))).toBe("more-money-than-left");
});

test("a letter says that the delivery fee is not refunded only as long as nothing of it went back, by whichever refund", async () => {
  const FEE = "delivery fee is not refunded";
  const kept = await paid();
  await refundAsMember(shop, dana, await formOf(kept), one);
  await work();
  expect(kept.letters().at(-1)?.text).toContain(FEE);

  const given = await paid();
  await refundAsMember(shop, dana, await formOf(given), { lines: [], delivery: true, restock: false });
  await work();
  await refundAsMember(shop, dana, await formOf(given), one);
  await work();
  const letters = given.letters();
  expect(letters).toHaveLength(2);
  for (const { text } of letters) expect(text).not.toContain(FEE);
});

test("[B-34] with restocking selected, exactly the refunded pieces of an unshipped order return to stock; otherwise none do", async () => {
  const tee = ["Ride Dirty Tee", "L", "Black"] as const;
  const order = await paid(undefined, 3);
  const before = (await leftOf(shop, [...tee])) ?? 0;

  await refundAsMember(shop, dana, await formOf(order), { lines: [{ position: 0, quantity: 2 }], restock: true });
  expect(await leftOf(shop, [...tee])).toBe(before + 2);
  await work();
  await refundAsMember(shop, dana, await formOf(order), { lines: [{ position: 0, quantity: 1 }], restock: false });
  expect(await leftOf(shop, [...tee])).toBe(before + 2);
});

describe("the sandbox's test cards for refunds", () => {
  async function bought(card: string) {
    const { id, clientSecret } = await draftOrder(
      shop,
      await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]]),
    );
    await payWith(shop, card, clientSecret);
    const { number } = await settleOrder(shop, id);
    const [row] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
    await refundAsMember(shop, dana, { submission: randomUUID(), number, version: row?.version ?? 0 }, one);
    const [refund] = await refundsOf(db, number);
    const states = async () => (await refundsOf(db, number)).map(({ state, code }) => code ?? state);
    return { number, states, ask: () => codeOf(executeRefund(shop, refund?.id ?? "")) };
  }
  const pass = () => vi.useFakeTimers({ now: Date.now() + SANDBOX_REFUND_ENDS + 1000, toFake: ["Date"] });

  test.each([
    [cards.good, ["done"], ["done"]],
    ["4000000000007726", ["requested"], ["done"]],
    ["4000000000005126", ["done"], ["lost_or_stolen_card"]],
    ["4000000000010027", ["insufficient_funds"], ["insufficient_funds"]],
    ["4000000000010035", ["requested"], ["done"]],
  ])("card %s: the refund is first %s, then %s", async (card, first, then) => {
    const { number, states, ask } = await bought(card);
    expect(await ask()).toBe(card === "4000000000010035" ? "gateway-unavailable" : "done");
    expect(await states()).toEqual(first);
    pass();
    await settleRefunds(shop);
    expect(await states()).toEqual(then);
    const failed = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number));
    expect(failed.some(({ kind }) => kind === "refund-failed")).toBe(then[0] !== "done");
    expect((await orderByNumber(db, number))?.state).toBe(then[0] === "done" ? "refunded" : "paid");
  });
});
