import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY, MINUTE } from "~/platform/durations";
import { memberAs } from "~/testing/members.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { balanceCursors, balanceEntries } from "./payouts.tables";
import { payoutsOf, unmatchedBalance } from "./payouts.server";
import { readBalance } from "./read-balance.server";

const { stripe, atStripe, shop, db, drafted } = await openStripeShop();
const { balance } = stripe.account;
const dana = memberAs("owner", "Dana");
const soon = () => new Date(Date.now() + MINUTE);

async function paid(): Promise<{ id: string; amount: number }> {
  const { id, pay, amount } = await drafted();
  await pay();
  await settleOrder(atStripe, id, {});
  return { id, amount };
}

test("a failed payout, one that was cancelled, and what Stripe holds back are other movements with words, and sums agree", async () => {
  const arrival_date = Math.floor(Date.parse("2031-03-07T00:00:00Z") / 1000);
  const made = { object: "payout" as const, arrival_date, created: Math.floor(Date.now() / 1000), automatic: true };
  const { id, amount } = await paid();
  const net = amount - Math.round(amount * 0.029) - 30;
  balance.add("txn_po_bad", "payout", -net, { source: { id: "po_bad", object: "payout" } });
  balance.add("txn_back", "payout_failure", net, { source: { id: "po_bad", object: "payout" } });
  balance.add("txn_hold", "payout_minimum_balance_hold", -5_00);
  balance.add("txn_po_good", "payout", -(net - 5_00), { source: { id: "po_good", object: "payout" } });
  balance.payouts.push(
    { ...made, id: "po_bad", amount: net, status: "failed", entries: [`txn_${id}`, "txn_po_bad"] },
    { ...made, id: "po_good", amount: net - 5_00, status: "paid", entries: ["txn_back", "txn_hold", "txn_po_good"] },
  );
  await readBalance(atStripe, soon());

  const stored = await db
    .select()
    .from(balanceEntries)
    .where(inArray(balanceEntries.id, ["txn_back", "txn_hold", "txn_po_bad"]));
  expect(stored.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
    {
      id: "txn_back",
      kind: "other",
      amount: net,
      payoutId: "po_good",
      words: "A payout failed: its money came back from the bank",
    },
    { id: "txn_hold", kind: "other", amount: -5_00, expected: -5_00, payoutId: "po_good" },
  ]);
  const listed = await payoutsOf(shop, dana, { from: "2031-03-07", to: "2031-03-07" });
  expect(listed).toMatchObject([
    { id: "po_bad", state: "failed", net },
    { id: "po_good", sent: net - 5_00, net: net - 5_00, isWhole: true },
  ]);
  expect((await unmatchedBalance(shop, dana)).map(({ kind, id: of }) => [kind, of])).toEqual([["other", "txn_back"]]);
});

test("what an earlier release dropped is read again, once", async () => {
  await readBalance(atStripe, soon());
  const ahead = new Date(Date.now() + 40 * DAY);
  const later = (minutes: number) => new Date(ahead.getTime() + minutes * MINUTE);
  balance.add("txn_dropped", "payout_cancel", 3_00);
  const stored = () => db.$count(balanceEntries, eq(balanceEntries.id, "txn_dropped"));
  await db.update(balanceCursors).set({ through: ahead });
  await readBalance(atStripe, later(1));
  expect(await stored()).toBe(0);

  await db.update(balanceCursors).set({ reading: 1, through: ahead });
  const before = balance.asked;
  await readBalance(atStripe, later(2));
  expect(await stored()).toBe(1);
  const whole = balance.asked - before;
  await readBalance(atStripe, later(3));
  expect(balance.asked - before - whole).toBeLessThan(whole);
});
