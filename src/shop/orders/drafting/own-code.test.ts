import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { made, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { cards, jo } from "~/testing/riders.server";
import { orders } from "../orders.tables";
import { expireDraft } from "./expire-draft.server";
import { settleIfReceived } from "../settling/reconcile-payments.server";

const { shop, db, post, refused, intent, pay } = await openPayingCalls();
const TEE = ["Ride Dirty Tee", "L", "Black"] as const;
const ADDRESS = { postalCode: "97201" };
const key = () => randomUUID().replaceAll("-", "");
const MINUTES = shop.settings().reservationMinutes;
const waits = new RegExp(
  `^This code is in an order that waits for its payment\\. It is free again in ${MINUTES} minutes at the earliest, if that order is not paid\\.$`,
);

/** Makes a code with limits. */
async function codeWith(limits: Partial<typeof discountCodes.$inferInsert>): Promise<string> {
  const code = `OWN${randomUUID().slice(0, 8).toUpperCase()}`;
  await db.insert(discountCodes).values({ code, kind: "percent", percent: 10, ...limits });
  return code;
}

/** Makes a code; drafts an order with it as a browser with a draft key. */
async function drafted(limits: Partial<typeof discountCodes.$inferInsert>, draftKey = key()) {
  const code = await codeWith(limits);
  const wish = await intent([...TEE]);
  const body = { ...wish, amount: 34_00 - 3_40 + 3_99, customer: jo, discountCode: code };
  const asked = await post("/pay/create-payment-intent", { ...body, draftKey });
  expect(asked.status).toBe(200);
  const items = wish.items.map(({ price: _shown, ...item }) => item);
  const quote = (more: object = {}) => ({ items, address: ADDRESS, discountCode: code, email: jo.email, ...more });
  const check = (more: object = {}) => ({ code, orderValue: 34, email: jo.email, ...more });
  return {
    code,
    draftKey,
    body,
    quote,
    check,
    secret: String(asked.body.clientSecret),
    id: String(asked.body.paymentIntentId),
  };
}
type Asking = Awaited<ReturnType<typeof drafted>>;

/** Calls that ask about the code: of the checkout, of the bag's field, and for the payment. */
const calls: [string, (of: Asking, more: object) => [string, object]][] = [
  ["a quote", (of, more) => ["/pay/quote", of.quote(more)]],
  ["the bag's field", (of, more) => ["/discounts/check", of.check(more)]],
  ["a payment request", (of, more) => ["/pay/create-payment-intent", { ...of.body, ...more }]],
];

test.each(calls)("%s of the browser whose open draft has the code does not call it used", async (_, call) => {
  for (const limits of [{ mostUses: 1 }, { oncePerEmail: true }]) {
    const own = await drafted(limits);
    const [path, body] = call(own, { draftKey: own.draftKey });
    expect((await post(path, body)).status).toBe(200);
  }
});

test.each(calls)(
  "%s of another browser says that the code waits with an unpaid order, and for how long; after that it is free",
  async (_, call) => {
    for (const limits of [{ mostUses: 1 }, { oncePerEmail: true }]) {
      const own = await drafted(limits);
      const [path, body] = call(own, { draftKey: key() });
      const said = await refused(path, body);
      expect(said.code).toBe("code-used");
      expect(said.detail).toMatch(waits);
      expect((said as { retryAfter?: number }).retryAfter).toBeGreaterThan((MINUTES - 1) * 60);

      const [draft] = await db.select().from(orders).where(eq(orders.discountCode, own.code));
      await expireDraft(shop, draft?.number ?? "", draft?.reservedUntil ?? new Date());
      expect((await post(path, body)).status).toBe(200);
    }
  },
);

test.each(calls)(
  "%s after the order was paid says that the code was used, without a time, also to the browser that used it",
  async (_, call) => {
    const own = await drafted({ oncePerEmail: true });
    await pay(own.secret, cards.good);
    await settleIfReceived(shop, own.id);
    const [path, body] = call(own, { draftKey: key() });
    const said = await refused(path, body);
    expect([said.code, said.detail, "retryAfter" in said]).toEqual([
      "code-used",
      "This code has already been used.",
      false,
    ]);
  },
);

test("a code with several uses is free again when as many unpaid orders have ended as are too many", async () => {
  const own = await drafted({ mostUses: 3 });
  await db.insert(discountUses).values({ code: own.code, orderNumber: "10000009", email: "a@example.com" });
  const other = await post("/pay/create-payment-intent", {
    ...own.body,
    draftKey: key(),
    customer: { ...jo, email: "b@example.com" },
  });
  expect(other.status).toBe(200);
  expect((await refused("/discounts/check", own.check({ draftKey: key() }))).detail).toMatch(waits);
  expect((await post("/discounts/check", own.check({ draftKey: own.draftKey }))).status).toBe(200);
  await db.insert(discountUses).values([
    { code: own.code, orderNumber: "10000010", email: "c@example.com" },
    { code: own.code, orderNumber: "10000011", email: "d@example.com" },
  ]);
  expect((await refused("/discounts/check", own.check({ draftKey: key() }))).detail).toBe(
    "This code has already been used.",
  );
});

test("an order by a member keeps the code for days, and its shopper is told so; a member is told the same at the code's field", async () => {
  const own = await drafted({ oncePerEmail: true });
  const dana = memberAs("manager", "Dana");
  const wish = await wishFor(shop, 1, { code: own.code, customer: jo });
  await expect(made(shop, dana, wish)).rejects.toMatchObject({ fields: { code: expect.stringMatching(waits) } });

  const code = await codeWith({ mostUses: 1 });
  await made(shop, dana, await wishFor(shop, 1, { code, days: 3 }));
  const said = await refused("/discounts/check", { code, orderValue: 34, draftKey: key() });
  expect(said.detail).toContain("It is free again in 3 days");
});
