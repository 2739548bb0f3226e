import type { Database } from "~/platform/database.server";
import { type Cents, cents } from "~/shop/money";
import { keptCardValue } from "~/shop/orders/gift-cards/bought-cards.server";
import { deliveryLeftOf } from "~/shop/orders/refunds/refund-pieces.server";
import { arrivedPayments, paymentsOf } from "~/shop/payments/order-payments.server";
import { type Hold, sumOfRests } from "~/shop/payments/refundable";
import { restsOf } from "~/shop/payments/refunds.server";
import type { MoneyLeft } from "./settlement";

/** Refundable rest of an order as a return can give it back; `byGateways` is what no gift card paid of it, in cents. */
export async function moneyLeftOf(
  db: Database,
  number: string,
): Promise<MoneyLeft & { byGateways: Cents; hold: Hold | null }> {
  const all = await paymentsOf(db, number);
  const arrived = all ? arrivedPayments(all) : [];
  const rests = await restsOf(db, arrived);
  const { refundable, hold } = sumOfRests(rests);
  const byGateways = rests.filter((_, place) => arrived[place]?.kind !== "gift-card");
  return {
    delivery: await deliveryLeftOf(db, number),
    all: cents(Math.max(0, refundable - (await keptCardValue(db, number)))),
    byGateways: sumOfRests(byGateways).refundable,
    hold,
  };
}
