import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { api } from "~/server/api";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { openDelivery } from "~/shop/delivery-terms.server";
import { cents, dollars, formatCents } from "~/shop/money";
import { cancelAsShopper } from "~/shop/orders/cancel-as-shopper.server";
import { holdChangeLonger } from "~/shop/orders/changes/change-as-member.server";
import { expireChange } from "~/shop/orders/changes/end-change.server";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import { changeById } from "~/shop/orders/changes/open-change.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { orderChanges } from "~/shop/orders/changes/order-changes.tables";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { cancelAsMember } from "~/shop/orders/order-acts.server";
import { settleIfReceived } from "~/shop/orders/settling/reconcile-payments.server";
import { payments, sandboxRequests } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { cards, jo, lineOf, payWith } from "~/testing/riders.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";

const { shop, db, tee, bought, seen, rowOf, stateOf, codeOf } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });

const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;

/** Changes the first line of an order into gloves, as a member does. */
async function changed(number: string) {
  const { product, size, color } = await lineOf(shop, [...GLOVES]);
  const wanted = { goes: [{ position: 0, quantity: 1 }], comes: [{ product, size, color, quantity: 1, replaces: 0 }] };
  const { difference } = await previewOfChange(shop, number, wanted);
  return makeChange(shop, await seen(number), { ...wanted, difference, memberId: dana.id });
}
async function statusPage(number: string): Promise<string> {
  const body = new URLSearchParams({ order: number, email: jo.email });
  const headers = { origin: shop.address };
  const request = new Request(new URL("/order-status", shop.address), { method: "POST", body, headers });
  return textOf(await (await app.fetch(request)).text());
}

test("[B-96] status page, letter, packing slip, CSV file and API show the same lines of a changed order", async () => {
  const number = await bought([[...tee, 2]]);
  const change = await changed(number);
  const request = await askForChange(shop, change.id, "Credit Card");
  expect(await statusPage(number)).toContain(`Pay ${formatCents(change.difference)}`);
  await payWith(shop, cards.good, request.clientSecret);
  await settleIfReceived(shop, request.id);

  const { total, orderValue } = await rowOf(number);
  const words = "1 Gauntlet Leather Gloves, Black / M in place of Sprocket Tee, Ash / M";
  const page = await statusPage(number);
  expect(page).toContain(words);
  expect(page).toContain(`${formatCents(change.difference)} more was paid.`);
  for (const said of ["Sprocket Tee", "Gauntlet Leather Gloves", formatCents(total)]) expect(page).toContain(said);

  await sendConfirmation(shop, number, 2);
  const letter = shop.letters.at(-1)?.text ?? "";
  for (const said of ["Sprocket Tee", "Gauntlet Leather Gloves", formatCents(total)]) expect(letter).toContain(said);
  expect(letter).not.toContain("Quantity 2");

  const slip = await owner.text(`/orders/print?kind=slip&numbers=${number}`);
  expect(slip).toContain("Pieces in this box 2");
  expect(slip).toContain("Gauntlet Leather Gloves");
  expect(slip).toContain(`Changed after it was bought: ${words}.`);

  const file = await owner.fetch("/orders/export/file?rows=lines");
  const rows = parse(Buffer.from(await file.arrayBuffer()), { bom: true, columns: true }) as Record<string, string>[];
  const own = rows.filter(({ Order }) => Order === number);
  expect(own.filter(({ Row }) => Row === "line").map(({ What, Pieces }) => `${Pieces} ${What}`)).toEqual([
    "1 Sprocket Tee",
    "1 Gauntlet Leather Gloves",
  ]);
  const sums = own.filter(({ Row }) => Row !== "change").map(({ Sum }) => Math.round(Number(Sum) * 100));
  expect(sums.reduce((all, sum) => all + sum, 0)).toBe(total);
  expect(own.filter(({ Row }) => Row === "change")).toMatchObject([
    { What: words, Sum: String(dollars(change.difference)) },
  ]);

  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const [asked] = await db
    .select()
    .from(sandboxRequests)
    .where(eq(sandboxRequests.id, payment?.gatewayId ?? ""));
  const item = await lineOf(shop, [...tee, 2]);
  const answer = await api(shop).request("/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      customer: {
        ...jo,
        paymentDetails: { paymentIntentId: asked?.id, method: "Credit Card", clientSecret: asked?.clientSecret },
      },
      orderDetails: orderDraftOf([{ ...item, name: "Sprocket Tee", image: "" }], null, openDelivery(shop).terms),
      isPaid: true,
    }),
  });
  expect(await answer.json()).toMatchObject({
    orderNumber: number,
    orderSummary: { orderValue: dollars(orderValue), total: dollars(total) },
  });
});

test("papers of an order with a waiting change are not printed, and its page lists no piece to ship; the screen Today lists a link that ends soon", async () => {
  const number = await bought([[...tee]]);
  await changed(number);
  const page = await owner.text(`/orders/${number}`);
  expect(page).not.toContain("to ship");
  expect(page).toContain("Waiting for");
  const slip = await owner.text(`/orders/print?kind=slip,label,pick&numbers=${number}`);
  expect(slip).toContain("waits for the payment of a change, so it is not packed. End the change first.");
  expect(slip).not.toContain("Sprocket Tee");
  expect(await owner.text("/")).not.toContain("ends soon");
  await db
    .update(orderChanges)
    .set({ endsAt: new Date(Date.now() + 5 * HOUR) })
    .where(eq(orderChanges.orderNumber, number));
  expect(await owner.text("/")).toMatch(/The link of a change ends soon.*The shopper has not opened it\./);
});

test("a member can extend a waiting change by a day, up to seven days after it was made", async () => {
  const number = await bought([[...tee]]);
  const { id, endsAt, at } = await changed(number);
  const longer = () => codeOf(holdChangeLonger(shop, dana, { submission: randomUUID(), number }, id));
  expect(await longer()).toBe("done");
  await expireChange(shop, id, new Date((endsAt?.getTime() ?? 0) + HOUR));
  const held = await changeById(db, id);
  expect(held?.state).toBe("waiting");
  expect(held?.endsAt?.getTime()).toBe((endsAt?.getTime() ?? 0) + 24 * HOUR);
  for (let day = 0; day < 3; day += 1) expect(await longer()).toBe("done");
  expect(await longer()).toBe("input-invalid");
  expect((await changeById(db, id))?.endsAt?.getTime()).toBe(at.getTime() + 168 * HOUR);
});

test("cancelling asks for a recent second factor before the waiting change is ended", async () => {
  const number = await bought([[...tee]]);
  const change = await changed(number);
  const late = { ...memberAs("manager", "Ned"), confirmedAt: new Date(Date.now() - 11 * 60_000) };
  const strict = { ...shop, settings: () => ({ ...shop.settings(), refundLimit: cents(10_00) }) };
  const form = { submission: randomUUID(), number, version: (await seen(number)).version };
  expect(await codeOf(cancelAsMember(strict, late, form, "Sold out"))).toBe("factor-missing");
  expect((await changeById(db, change.id))?.state).toBe("waiting");
  expect(await codeOf(cancelAsMember(strict, { ...late, confirmedAt: new Date() }, form, "Sold out"))).toBe("done");
  expect([await stateOf(number), (await changeById(db, change.id))?.state]).toEqual(["cancelled", "ended"]);
});

test("cancelling an order ends its waiting change; if its difference was paid a moment before, it is refunded too", async () => {
  const byShopper = await bought([[...tee]]);
  const open = await changed(byShopper);
  await cancelAsShopper(shop, { order: byShopper, email: jo.email });
  expect([await stateOf(byShopper), (await changeById(db, open.id))?.state]).toEqual(["cancelled", "ended"]);

  const byMember = await bought([[...tee]]);
  const version = (await changed(byMember).then(() => seen(byMember))).version;
  const form = { submission: randomUUID(), number: byMember, version };
  expect(await codeOf(cancelAsMember(shop, dana, form, "Sold out"))).toBe("done");
  expect(await stateOf(byMember)).toBe("cancelled");

  const paid = await bought([[...tee]]);
  const { total } = await rowOf(paid);
  const change = await changed(paid);
  const request = await askForChange(shop, change.id, "Credit Card");
  await payWith(shop, cards.good, request.clientSecret);
  await cancelAsShopper(shop, { order: paid, email: jo.email });
  const back = (await refundsOf(db, paid)).reduce((sum, { amount }) => sum + amount, 0);
  expect([await stateOf(paid), back]).toEqual(["cancelled", total + change.difference]);
});
