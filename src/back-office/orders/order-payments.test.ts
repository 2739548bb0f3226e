import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { memberAs } from "~/testing/members.server";
import { cards, lineOf, payWith } from "~/testing/riders.server";
import { cents, formatCents } from "~/shop/money";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";

const { shop, bought, seen, rowOf, tee } = await openBoughtOrders();
const { paidChange, asked } = openChangePayments(shop);
const owner = officeAs(shop, memberAs("owner", "Dana"));

/** Makes a paid order with a paid change of $26.00 and an unpaid change. */
async function changed() {
  const number = await bought([[...tee, 2]]);
  await paidChange(number, 26);
  await asked(number, 40, { minutes: 2 });
  return { number, total: (await rowOf(number)).total };
}

test("an order's page shows the original total, the cards of all payments, and the sum of the payments less refunds", async () => {
  const { number, total } = await changed();
  await refundLines(shop, await seen(number), { lines: [], goodwill: cents(5_00), cause: "kind", restock: false });

  const page = await owner.text(`/orders/${number}`);

  expect(page).toContain(`${formatCents(total)} paid by Visa •••• 4242`);
  expect(page).toContain("Paid by Visa •••• 4242 and Mastercard •••• 4444");
  expect(page).toContain(`Kept ${formatCents(cents(total + 21_00))}`);
});

test("the refund of an order is limited by the sum of its payments, and names the cards that get it", async () => {
  const { number, total } = await changed();

  const page = await owner.text(`/orders/${number}/refund`);

  expect(page).toContain(formatCents(cents(total + 26_00)));
  expect(page).toContain("to Visa •••• 4242 and Mastercard •••• 4444");
});

test("the CSV file of orders has the sum of all payments less refunds", async () => {
  const number = await bought([[...tee, 2]]);
  const { product, size, color } = await lineOf(shop, ["Gauntlet Leather Gloves", "M", "Black"]);
  const wanted = { goes: [{ position: 0, quantity: 1 }], comes: [{ product, size, color, quantity: 1, replaces: 0 }] };
  const { difference } = await previewOfChange(shop, number, wanted);
  const { id } = await makeChange(shop, await seen(number), { ...wanted, difference });
  const request = await askForChange(shop, id, "Credit Card");
  await payWith(shop, cards.good, request.clientSecret);
  await settleChange(shop, request.id);
  const { total } = await rowOf(number);
  await refundLines(shop, await seen(number), { lines: [], goodwill: cents(30_00), cause: "kind", restock: false });

  const file = await (await owner.fetch(`/orders/export/file?q=${number}`)).text();

  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  const row = rows.find(({ Order }) => Order === number);
  expect([Number(row?.Total), Number(row?.Refunded), Number(row?.Kept)]).toEqual([
    total / 100,
    30,
    (total - 30_00) / 100,
  ]);
});
