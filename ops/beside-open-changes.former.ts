// Runs with the code of a former release on the tables of the current release, for an order with a change that waits for payment
// or was just paid: the jobs of the former release must not alter the order.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, payWith } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { settleRefunds } from "~/shop/orders/refunds/settle-refunds.server";
import { handleGatewayEvent } from "~/shop/orders/settling/handle-gateway-event.server";
import { reconcilePayments, settleIfReceived } from "~/shop/orders/settling/reconcile-payments.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";

const { shop, db, bought, codeOf } = await openBoughtOrders();
await shop.asOwner("alter table payments drop constraint if exists one_order_per_payment");
const HOUR = 3_600_000;

/** Inserts an order with a change that waits for $26.00, as the current release does, and requests the payment. */
async function waiting() {
  const number = await bought();
  const [id, changeId] = [randomUUID(), randomUUID()];
  const request = await shop.payments.request(cents(26_00), "Credit Card", id);
  await shop.asOwner(`
    insert into order_changes (id, order_number, order_version, state, plan, difference_cents, ends_at)
      values ('${changeId}', '${number}', 1, 'waiting', '{}', 2600, now() + interval '72 hours');
    insert into payments (id, order_number, kind, change_id, gateway, gateway_id, method, amount_cents, currency, state, live, requested_at)
      values ('${id}', '${number}', 'change', '${changeId}', 'sandbox', '${request.id}', 'Credit Card', 2600, 'usd', 'requested', false, now())`);
  return { number, request };
}

/** Reads all rows of an order that payments and refunds can change. */
const rowsOf = async (number: string) =>
  (
    await db.execute(sql`select o.state, o.version, o.total_cents, o.paid_at,
      (select json_agg(p order by p.id) from payments p where p.order_number = o.number) as payments,
      (select count(*)::int from refunds r join payments p on p.id = r.payment_id where p.order_number = o.number) as refunds,
      (select json_agg(c) from order_changes c where c.order_number = o.number) as changes,
      (select json_agg(e order by e.id) from order_events e where e.order_number = o.number) as events,
      (select coalesce(sum(quantity), 0)::int from stock_movements m where m.reference = o.number) as pieces
    from orders o where o.number = ${number}`)
  ).rows;

test.each(["waits", "was paid"])(
  "a change that %s is left alone by the former release: nothing is refunded, nothing settled",
  async (stands) => {
    const { number, request } = await waiting();
    if (stands === "was paid") await payWith(shop, cards.good, request.clientSecret);
    const before = await rowsOf(number);

    await handleGatewayEvent(shop, {
      id: `evt_${randomUUID()}`,
      type: "any",
      requestId: request.id,
      kind: "payment-changed",
    });
    await settleIfReceived(shop, request.id);
    expect(await codeOf(settleOrder(shop, request.id, { clientSecret: request.clientSecret }))).toBe("payment-unknown");
    for (const hours of [1, 30, 13 * 24]) await reconcilePayments(shop, new Date(Date.now() + hours * HOUR));
    await settleRefunds(shop, new Date(Date.now() + HOUR), 0);

    expect(await rowsOf(number)).toEqual(before);
  },
);
