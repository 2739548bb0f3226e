import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { requestedPayment } from "~/shop/payments/payments.server";
import { payLinkAddress } from "../pay-link/pay-link-address.server";
import { madeOrders } from "./made-orders.tables";

/** Path of the pay link of a made order to which a payment belongs; null for any other payment. */
export async function linkOfPayment(services: Services, requestId: string): Promise<string | null> {
  const number = (await requestedPayment(services, requestId))?.orderNumber;
  if (!number) return null;
  const made = await services.db.$count(madeOrders, eq(madeOrders.orderNumber, number));
  return made > 0 ? new URL(payLinkAddress(services, number)).pathname : null;
}
