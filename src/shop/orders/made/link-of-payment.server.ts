import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { requestedPayment } from "~/shop/payments/payments.server";
import { payLinkAddress } from "../pay-link/pay-link-address.server";
import { madeOrders } from "./made-orders.tables";

/** URL of the link to pay that a payment belongs to; null for a payment of a checkout. */
export async function linkOfPayment(services: Services, requestId: string): Promise<string | null> {
  const number = (await requestedPayment(services, requestId))?.orderNumber;
  if (!number) return null;
  const made = await services.db.$count(madeOrders, eq(madeOrders.orderNumber, number));
  return made > 0 ? new URL(payLinkAddress(services, number)).pathname : null;
}
