import { expect, test } from "vitest";
import { billing, cards, payWith } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { cents } from "~/shop/money";
import { isReturnAddress, requestIdIn } from "./gateway";
import { decidePayLater, payLaterRequest, startPayLater } from "./sandbox.server";

const shop = await openTestShop();
const { payments } = shop;

test("the same key makes one request, and is refused for another amount", async () => {
  const [first, second] = await Promise.all([
    payments.request(cents(39_99), "Credit Card", "key-1"),
    payments.request(cents(39_99), "Credit Card", "key-1"),
  ]);

  expect(second).toEqual(first);
  expect(requestIdIn(first.clientSecret)).toBe(first.id);
  await expect(payments.request(cents(40_00), "Credit Card", "key-1")).rejects.toThrow("two different requests");
});

test("a cancelled request cannot be paid any more; a paid request stays paid", async () => {
  const given = await payments.request(cents(10_00), "Credit Card", "key-2");
  expect(await payments.cancel(given.id)).toMatchObject({ status: "cancelled" });
  await expect(payWith(shop, cards.good, given.clientSecret)).rejects.toMatchObject({ code: "payment-unknown" });

  const paid = await payments.request(cents(10_00), "Credit Card", "key-3");
  await payWith(shop, cards.good, paid.clientSecret);
  expect(await payments.cancel(paid.id)).toMatchObject({ status: "received" });
});

test("`cancel` also works as a detached function, without the gateway as `this`", async () => {
  const { cancel } = payments;
  const given = await payments.request(cents(10_00), "Credit Card", "key-unbound");
  expect(await cancel(given.id)).toMatchObject({ id: given.id, status: "cancelled" });
});

test("a refund with the same key is made once, and refunds never exceed the payment", async () => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Credit Card", "key-4");
  await expect(payments.refund(id, cents(10_00), "refund-0")).rejects.toThrow("Nothing has arrived");
  await payWith(shop, cards.good, clientSecret);

  const answers = await Promise.all([1, 2, 3].map(() => payments.refund(id, cents(6_00), "refund-1")));
  expect(new Set(answers.map((refund) => refund.id)).size).toBe(1);
  await expect(payments.refund(id, cents(6_00), "refund-2")).rejects.toThrow("Failed query");
  await payments.refund(id, cents(4_00), "refund-3");
});

test("a card that is no test card is declined with a message that says so", async () => {
  const { clientSecret } = await payments.request(cents(10_00), "Credit Card", "key-5");

  expect(await payWith(shop, "6011 1111 1111 1117", clientSecret)).toMatchObject({
    status: "declined",
    message: expect.stringContaining("only test cards"),
  });
});

test("the shop is notified once of every payment that succeeded", async () => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Credit Card", "key-6");
  await payWith(shop, cards.declined, clientSecret);
  expect(shop.payloads).not.toContainEqual({ name: "payment-heard", payload: { requestId: id } });

  await payWith(shop, cards.good, clientSecret);
  await payWith(shop, cards.good, clientSecret);
  expect(shop.payloads.filter(({ payload }) => JSON.stringify(payload).includes(id))).toHaveLength(1);
});

test.each([
  "https://evil.example/order-success",
  "//evil.example/order-success",
  "http://localhost//evil.example",
  "http://localhost/\\evil.example",
  "http://localhost/\\/evil.example/order-success",
  "http://localhost//evil.example/order-success",
  "http://localhost/order-success/../..//evil.example",
  "http://localhost/%2f%2fevil.example",
  "http://localhost/order-success%2f..%2f",
  "http://localhost/\t/evil.example",
  "http://localhost\n.evil.example/order-success",
  "http://localhost@evil.example/order-success",
  "http://jo:secret@localhost/order-success",
  "http://localhost.evil.example/order-success",
  "http://localhost:81/order-success",
  "http://evil.example\\@localhost/order-success/x",
  "javascript:alert(1)//order-success",
  "data:text/html,order-success",
  "file://localhost/order-success",
  "/order-success",
  "http://localhost/checkout",
  "",
])("paying later never returns to %j, which is not the shop's order page", async (returnUrl) => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Klarna", `key-${returnUrl}`);

  expect(isReturnAddress(returnUrl, ["http://localhost"])).toBe(false);
  await expect(startPayLater(shop, { clientSecret, billing, returnUrl })).rejects.toMatchObject({
    code: "input-invalid",
    fields: { returnUrl: expect.any(String) },
  });
  expect(await payLaterRequest(shop.db, id, clientSecret)).toBeUndefined();
});

test.each([
  ["http://localhost/order-success", "http://localhost"],
  ["http://localhost/order-success?campaign=//evil.example#//evil.example", "http://localhost"],
  ["http://192.168.1.20:3000/order-success", "http://192.168.1.20:3000/api/sandbox/pay-later"],
])("the return address %s is accepted for a shop reached at %s", async (returnUrl, reachedAt) => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Klarna", `key-${returnUrl}`);
  await startPayLater(shop, { clientSecret, billing, returnUrl }, reachedAt);

  expect(await decidePayLater(shop, id, { clientSecret, approved: true })).toBe(
    `/order-success?payment_intent=${id}&payment_intent_client_secret=${clientSecret}&redirect_status=succeeded`,
  );
});

test("only the payer can decide a payment on the page for paying later: the request's id without the secret gives no access", async () => {
  const { id, clientSecret } = await payments.request(cents(10_00), "Klarna", "key-decided");
  await startPayLater(shop, { clientSecret, billing, returnUrl: "http://localhost/order-success" });

  for (const guess of ["", id, `${id}_secret_`, `${id}_secret_${"0".repeat(32)}`]) {
    expect(await payLaterRequest(shop.db, id, guess)).toBeUndefined();
    await expect(decidePayLater(shop, id, { clientSecret: guess, approved: true })).rejects.toMatchObject({
      code: "payment-unknown",
    });
  }
  expect(await payments.find(id)).toMatchObject({ status: "needs-confirmation" });
});
