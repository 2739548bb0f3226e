import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { isOfOrder, requestedPayment } from "~/shop/payments/payments.server";
import { changeLinks, linkRoundOf, payLinks } from "../letter-links.server";
import { madeOrders } from "./made-orders.tables";

/**
 * Path of the pay link by which a payment was requested; null if the order's e-mail address was corrected since, because whoever
 * has the payment's secret may then be somebody else. Undefined for a payment without a pay link.
 */
export async function linkOfPayment(services: Services, requestId: string): Promise<string | null | undefined> {
  const payment = await requestedPayment(services, requestId);
  const number = payment?.orderNumber;
  if (!number) return undefined;
  const { changeId } = payment;
  const isMade = isOfOrder(payment) && (await services.db.$count(madeOrders, eq(madeOrders.orderNumber, number))) > 0;
  if (!isMade && !changeId) return undefined;
  if (payment.linkRound !== (await linkRoundOf(services.db, number))) return null;
  return new URL(changeId ? await changeLinks.address(services, changeId) : await payLinks.address(services, number))
    .pathname;
}
