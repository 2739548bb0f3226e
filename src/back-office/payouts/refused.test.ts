import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { memberAccounts } from "~/shop/members/members.tables";
import { cents } from "~/shop/money";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";

const { shop, db, bought } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
await db.insert(memberAccounts).values({ ...dana, passkeyUser: dana.id });

const failed = { state: "failed", code: "insufficient_funds", amount: cents(24_00) } as const;

/** Stores a refused refund of a payment that no order has; returns its id. */
async function refusedWithoutOrder(): Promise<string> {
  const payment = { id: randomUUID(), gateway: "stripe", gatewayId: `pi_${randomUUID()}`, amount: cents(24_00) };
  await db.insert(payments).values({ ...payment, method: "Credit Card", state: "received", live: false });
  const id = randomUUID();
  await db.insert(refunds).values({ ...failed, id, paymentId: payment.id, cause: "other-amount" });
  return id;
}

test("[B-32] a refused refund of a payment without an order leads from Today to its page, and leaves Today once a member has handled it", async () => {
  const id = await refusedWithoutOrder();
  const today = await (await owner.fetch("/")).text();
  expect(today).toContain('href="/back-office/payouts/refused"');
  expect(await owner.text("/payouts/refused")).toMatch(
    /Payment pi_\S+ .*Your balance .* is too low\. \$24\.00 Handled/,
  );

  const fields = fieldsIn(formIn(await (await owner.fetch("/payouts/refused")).text(), `value="${id}"`));
  const bookkeeper = officeAs(shop, memberAs("bookkeeper"));
  expect(await bookkeeper.text("/payouts/refused")).not.toContain("Handled: $24.00");
  expect((await bookkeeper.post("/payouts/refused", fields)).status).toBe(403);
  expect((await officeAs(shop, memberAs("packer")).fetch("/payouts/refused")).status).toBe(403);

  expect((await owner.post("/payouts/refused", fields)).status).toBe(302);
  expect(await owner.text("/payouts/refused")).toContain("No refund was refused");
  expect(await owner.text("/")).not.toContain("A refund was refused");
  expect(await owner.text("/log")).toContain("A refused refund without an order");
});

test("a refused refund of an order is listed with the way to the order, where alone it is handled", async () => {
  const number = await bought();
  const paid = (await db.select().from(payments)).find(({ orderNumber }) => orderNumber === number);
  const id = randomUUID();
  await db.insert(refunds).values({ ...failed, id, paymentId: paid?.id ?? "", cause: "form" });
  const html = await (await owner.fetch("/payouts/refused")).text();
  expect(html).toContain(`href="/back-office/orders/${number}"`);
  expect(html).not.toContain(`value="${id}"`);

  const handle = { form: `handled:${id}`, submission: randomUUID(), id };
  expect((await owner.post("/payouts/refused", handle)).status).toBeGreaterThanOrEqual(400);
  expect(await owner.text("/")).toContain("A refund was refused");
});

test("Today names three refused refunds, and leads to all of them", async () => {
  for (let more = 0; more < 4; more += 1) await refusedWithoutOrder();
  expect(await owner.text("/")).toContain("More refunds were refused 2 refunds See all");
});
