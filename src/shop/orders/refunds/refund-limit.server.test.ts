import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { memberAs } from "~/testing/members.server";
import type { Member } from "~/shop/members/member";
import { cents } from "~/shop/money";
import { refunds } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { cancelAsMember } from "../order-acts.server";
import { settleOrder } from "../settling/settle-order.server";
import { refundAsMember } from "./refund-as-member.server";

const { shop: open, stripe, atStripe, db, drafted, post, work } = await openStripeShop();
const shop = { ...open, settings: () => ({ ...open.settings(), refundLimit: cents(80_00) }) };
const one = { lines: [{ position: 0, quantity: 1 }], restock: true };

/** A member whose second factor has expired. */
const stale = (): Member => ({ ...memberAs("manager"), confirmedAt: new Date(Date.now() - 11 * 60_000) });
let sam = stale();
beforeEach(() => void (sam = stale()));

/** A paid order of two tees at $34.00 each, with functions that refund parts of it. */
async function paid() {
  const draft = await drafted(undefined, 2);
  await draft.pay();
  await settleOrder(atStripe, draft.id);
  const { number } = draft;
  const form = async () => ({ submission: randomUUID(), number, version: await draft.version() });
  const amounts = async () => (await refundsOf(db, number)).map(({ amount }) => amount);
  const refund = async (member: Member, wanted: Parameters<typeof refundAsMember>[3] = one) =>
    codeOf(refundAsMember(shop, member, await form(), wanted));
  return { ...draft, form, amounts, refund };
}

const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

test("a member's refunds of 24 hours are summed over all orders: beyond the limit each further refund needs a recent factor", async () => {
  const [first, second, third] = [await paid(), await paid(), await paid()];
  expect([await first.refund(sam), await second.refund(sam)]).toEqual(["done", "done"]);

  const goodwill = { lines: [], goodwill: cents(12_01), restock: false };
  expect(await third.refund(sam, goodwill)).toBe("factor-missing");
  expect(await codeOf(cancelAsMember(shop, sam, await third.form(), "Sold out"))).toBe("factor-missing");
  expect(await third.amounts()).toEqual([]);
  expect(await third.refund(sam, { ...goodwill, goodwill: cents(12_00) })).toBe("done");
  expect(await (await paid()).refund({ ...sam, confirmedAt: new Date() })).toBe("done");
});

test("each member has a separate limit", async () => {
  const [first, second, third] = [await paid(), await paid(), await paid()];
  expect([await first.refund(sam), await second.refund(sam), await third.refund(sam)]).toEqual([
    "done",
    "done",
    "factor-missing",
  ]);
  expect(await third.refund(stale())).toBe("done");
});

test("two refunds requested at the same time do not exceed the limit together", async () => {
  const orders = await Promise.all([paid(), paid(), paid(), paid()]);
  const forms = await Promise.all(orders.map(({ form }) => form()));
  const said = await Promise.all(forms.map((form) => codeOf(refundAsMember(shop, sam, form, one))));
  expect(said.toSorted()).toEqual(["done", "done", "factor-missing", "factor-missing"]);
  expect((await Promise.all(orders.map(({ amounts }) => amounts()))).flat()).toEqual([34_00, 34_00]);
});

test("the limit covers the last 24 hours, also when the shop's time zone is changed meanwhile", async () => {
  const [first, second, third, fourth] = [await paid(), await paid(), await paid(), await paid()];
  const moved = async ({ number }: typeof first, hoursAgo: number) => {
    const [own] = await refundsOf(db, number);
    await db
      .update(refunds)
      .set({ at: new Date(Date.now() - hoursAgo * HOUR) })
      .where(eq(refunds.id, own?.id ?? ""));
  };
  expect([await first.refund(sam), await second.refund(sam)]).toEqual(["done", "done"]);
  await moved(first, 23.9);
  for (const timeZone of ["Pacific/Kiritimati", "America/Denver", "Pacific/Pago_Pago"]) {
    const moving = { ...shop, settings: () => ({ ...shop.settings(), timeZone }) };
    const said = await codeOf(refundAsMember(moving, sam, await third.form(), one));
    expect([timeZone, said]).toEqual([timeZone, "factor-missing"]);
  }
  await moved(first, 24.1);
  expect([await third.refund(sam), await fourth.refund(sam)]).toEqual(["done", "factor-missing"]);
});

test("failed refunds and refunds made at the gateway itself count towards no member's limit", async () => {
  const [first, second, third, fourth] = [await paid(), await paid(), await paid(), await paid()];
  expect(await first.refund(sam)).toBe("done");
  await db
    .update(refunds)
    .set({ state: "failed", code: "lost" })
    .where(eq(refunds.id, (await refundsOf(db, first.number))[0]?.id ?? ""));
  // Drops the jobs enqueued so far, so that `work` does not execute the earlier refunds.
  open.payloads.splice(0);
  stripe.account.refund({ payment_intent: second.id });
  for (const event of second.events()) await post(event);
  await work();
  expect(await second.amounts()).toEqual([71_99]);
  expect([await third.refund(sam), await fourth.refund(sam)]).toEqual(["done", "done"]);
});
