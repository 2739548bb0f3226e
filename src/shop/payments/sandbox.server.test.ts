import { expect, test } from "vitest";
import { cards, payWith } from "~/demo/riders.server";
import { openTestShop } from "~/demo/test-shop.server";
import { cents } from "~/shop/money";
import { requestIdIn } from "./gateway";

const shop = await openTestShop();
const { payments } = shop;

test("the same key asks once, and never for something else", async () => {
  const [first, second] = await Promise.all([
    payments.request(cents(39_99), "Credit Card", "key-1"),
    payments.request(cents(39_99), "Credit Card", "key-1"),
  ]);

  expect(second).toEqual(first);
  expect(requestIdIn(first.clientSecret)).toBe(first.id);
  await expect(payments.request(cents(40_00), "Credit Card", "key-1")).rejects.toThrow("two different requests");
});

test("a cancelled request takes no money any more; one that was paid stays paid", async () => {
  const given = await payments.request(cents(10_00), "Credit Card", "key-2");
  expect(await payments.cancel(given.id)).toMatchObject({ status: "cancelled" });
  await expect(payWith(shop, cards.good, given.clientSecret)).rejects.toMatchObject({ code: "payment-unknown" });

  const paid = await payments.request(cents(10_00), "Credit Card", "key-3");
  await payWith(shop, cards.good, paid.clientSecret);
  expect(await payments.cancel(paid.id)).toMatchObject({ status: "received" });
});

test("a refund with the same key pays once, and never more than arrived", async () => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Credit Card", "key-4");
  await expect(payments.refund(id, cents(10_00), "refund-0")).rejects.toThrow("Nothing has arrived");
  await payWith(shop, cards.good, clientSecret);

  const answers = await Promise.all([1, 2, 3].map(() => payments.refund(id, cents(6_00), "refund-1")));
  expect(new Set(answers.map((refund) => refund.id)).size).toBe(1);
  await expect(payments.refund(id, cents(6_00), "refund-2")).rejects.toThrow();
  await payments.refund(id, cents(4_00), "refund-3");
});

test("a card that is no test card is declined and says so", async () => {
  const { clientSecret } = await payments.request(cents(10_00), "Credit Card", "key-5");

  expect(await payWith(shop, "6011 1111 1111 1117", clientSecret)).toMatchObject({
    status: "declined",
    message: expect.stringContaining("only test cards"),
  });
});

test("the shop hears of every payment that went through, once", async () => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Credit Card", "key-6");
  await payWith(shop, cards.declined, clientSecret);
  expect(shop.payloads).not.toContainEqual({ name: "payment-heard", payload: { requestId: id } });

  await payWith(shop, cards.good, clientSecret);
  await payWith(shop, cards.good, clientSecret);
  expect(shop.payloads.filter(({ payload }) => JSON.stringify(payload).includes(id))).toHaveLength(1);
});
