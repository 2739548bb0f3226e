import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { memberAs } from "~/testing/members.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { balanceEntries } from "./payouts.tables";
import { payoutsOf, unmatchedBalance } from "./payouts.server";
import { readBalance } from "./read-balance.server";

const { stripe, atStripe, shop, db, drafted } = await openStripeShop();
const { balance } = stripe.account;
const dana = memberAs("owner", "Dana");

test("a payout and movements above 32 bits of cents are stored and listed", async () => {
  // Before the first payment the balance is not read.
  const { id: paid, pay } = await drafted();
  await pay();
  await settleOrder(atStripe, paid, {});
  const large = 3_000_000_000;
  balance.add("txn_reserve", "reserve_transaction", large, { fee: large - 1 });
  balance.payouts.push({
    object: "payout",
    id: "po_large",
    amount: large,
    arrival_date: Math.floor(Date.parse("2027-03-01T00:00:00Z") / 1000),
    created: Math.floor(Date.now() / 1000),
    automatic: true,
    status: "in_transit",
    entries: ["txn_reserve"],
  });
  await readBalance(atStripe, new Date(Date.now() + 60_000));
  const [entry] = await db.select().from(balanceEntries).where(eq(balanceEntries.id, "txn_reserve"));
  expect(entry).toMatchObject({ amount: large, fee: large - 1, payoutId: "po_large" });
  const listed = await payoutsOf(shop, dana, { from: "2027-03-01", to: "2027-03-01" }, { today: "2040-01-01" });
  expect(listed.find(({ id }) => id === "po_large")).toMatchObject({ sent: large, other: large, net: 1 });
  const told = await unmatchedBalance(shop, dana);
  expect(told.find(({ id }) => id === "po_large")).toMatchObject({ kind: "payout", amount: large, expected: 1 });
});
