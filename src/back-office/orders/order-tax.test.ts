import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { orderLines } from "~/shop/orders/orders.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { refundsOf } from "~/shop/payments/refunds.server";

const { shop, db, bought, rowOf, seen } = await openBoughtOrders();
const owner = officeAs(shop, memberAs("owner", "Dana"));
const packer = officeAs(shop, memberAs("packer"));

const HELMET: [string, string, string] = ["Apex Full-Face Helmet", "M", "Matte Black"];
const TEE: [string, string, string] = ["Ride Dirty Tee", "L", "Black"];
const albany = { ...jo, address: "1 Washington Avenue", city: "Albany", postalCode: "12207" };

/** Places an order to Albany with the tax of New York: 8 %, but on clothing below $110 only the county's 4 %. */
async function toAlbany(
  picks: Parameters<typeof bought>[0],
  amount: number,
  fees: { name: string; amount: number }[] = [],
) {
  await collectIn(
    shop,
    "NY",
    { stateRate: 40_000, localRate: 40_000, delivery: "with-taxed" },
    {
      rules: [{ kind: "clothing", treatment: "exempt-below", amount: cents(110_00), part: "state" }],
      fees: fees.map((fee) => ({ name: fee.name, amount: cents(fee.amount), fromValue: cents(0) })),
    },
  );
  const number = await bought(picks, { customer: albany, amount: cents(amount) });
  await collectNowhere(shop);
  return number;
}

const csv = async (query: string) => {
  const response = await owner.fetch(`/orders/export/file?${query}`);
  return parse(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true }) as Record<string, string>[];
};
const lastLetter = () => shop.letters.at(-1)?.text ?? "";

/** Refunds a whole line; returns the letter about the refund. */
async function refunded(number: string, position: number): Promise<string> {
  const wanted = { lines: [{ position, quantity: 1 }], cause: `test ${position}`, restock: false };
  await refundLines(shop, await seen(number), wanted);
  const refund = (await refundsOf(db, number)).find(({ state }) => state === "requested");
  if (!refund) throw new Error("Nothing was asked back.");
  await executeRefund(shop, refund.id);
  return lastLetter();
}

test("order, letter, slip, page, file and refunds show the same tax to the cent for a helmet and a tee sent to Albany [B-73]", async () => {
  const number = await toAlbany([HELMET, TEE], 390_68);

  expect(await rowOf(number)).toMatchObject({ tax: 27_68, fees: 0, total: 390_68, region: "NY" });
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderNumber, number));
  expect(lines.map(({ tax }) => tax)).toEqual([26_32, 1_36]);

  await sendConfirmation(shop, number);
  expect(lastLetter()).toContain("Delivery Fee: FREE\nSales tax: $27.68\nTOTAL: $390.68\n");

  const slip = `/orders/print?kind=slip&numbers=${number}`;
  expect(await owner.text(slip)).toContain("Order value $363.00 Delivery Fee FREE Sales tax $27.68 TOTAL $390.68");
  expect(await packer.text(slip)).not.toContain("$");
  expect(await owner.text(`/orders/${number}`)).toMatch(/Sales tax \$27\.68 .*\$390\.68/);
  const [row] = await csv(`q=${number}`);
  expect([row?.Goods, row?.Tax, row?.Total, row?.Region]).toEqual(["363", "27.68", "390.68", "NY"]);
  // No order has a fee, so the file has no column for fees.
  expect(row).not.toHaveProperty("Fees");

  const helmet = await refunded(number, 0);
  expect(helmet).toContain("$329.00 before sales tax");
  expect(helmet).toContain("GOES BACK: $355.32");
  const tee = await refunded(number, 1);
  expect(tee).toContain("GOES BACK: $35.36");
  const [after] = await csv(`q=${number}`);
  expect([after?.Refunded, after?.Kept]).toEqual(["390.68", "0"]);
});

test("page, letter, slip and CSV file of an order show a fee, and a sales tax that includes the tax on delivery [B-86]", async () => {
  // The state does not tax this order: tee and delivery have the county's 4 %, plus the fee.
  const number = await toAlbany([TEE], 39_79, [{ name: "Retail delivery fee", amount: 28 }]);

  expect(await rowOf(number)).toMatchObject({ tax: 1_52, deliveryTax: 16, fees: 28, feeTax: 0, total: 39_79 });
  await sendConfirmation(shop, number);
  expect(lastLetter()).toContain("Delivery Fee: $3.99\nRetail delivery fee: $0.28\nSales tax: $1.52\nTOTAL: $39.79\n");
  expect(await owner.text(`/orders/print?kind=slip&numbers=${number}`)).toContain(
    "Retail delivery fee $0.28 Sales tax $1.52 TOTAL $39.79",
  );
  expect(await owner.text(`/orders/${number}`)).toMatch(/Retail delivery fee \$0\.28 Sales tax \$1\.52/);
  const [row] = await csv(`q=${number}`);
  expect([row?.Goods, row?.Delivery, row?.Tax, row?.Fees, row?.Total]).toEqual(["34", "3.99", "1.52", "0.28", "39.79"]);
});

test("page, letter and slip of an order without tax have no row for tax or fees [B-73]", async () => {
  const number = await bought([TEE]);
  await sendConfirmation(shop, number);

  expect(lastLetter()).toContain("Delivery Fee: $3.99\nTOTAL: $37.99\n");
  for (const words of [
    lastLetter(),
    await owner.text(`/orders/print?kind=slip&numbers=${number}`),
    await owner.text(`/orders/${number}`),
  ])
    expect(words).not.toMatch(/tax|fees/i);
  expect(await owner.text(`/orders/print?kind=slip&numbers=${number}`)).not.toContain("$");
});
