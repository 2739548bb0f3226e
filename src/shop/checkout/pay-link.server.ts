import type { Services } from "~/services";
import { declineMadeOrder } from "~/shop/orders/made/made-order-acts.server";
import { madeOrderAsk, requestMadePayment } from "~/shop/orders/made/pay-made-order.server";
import type { PayAsk, PayRequest } from "~/shop/orders/pay-link/pay-link";
import { isPayLink } from "~/shop/orders/pay-link/pay-link-address.server";
import type { PaymentMethod } from "~/shop/payments/gateway";

/** Id and signature of an address in a letter. */
interface Link {
  id: string;
  signature: string;
}

/** Acts of a link whose signature is right. */
interface PayLinkDoor {
  /** Reads only. */
  ask(now: Date): Promise<PayAsk | undefined>;
  /** Asks the gateway, for a person who wants to pay. */
  request(method: PaymentMethod): Promise<PayRequest>;
  /** Ends it, because the shopper does not want it. */
  decline(): Promise<void>;
}

/** The door of a pay link; undefined, without a look into the database, for an address that is guessed or altered. */
export function payLinkDoor(services: Services, { id, signature }: Link): PayLinkDoor | undefined {
  if (!isPayLink(services, id, signature)) return undefined;
  return {
    ask: (now) => madeOrderAsk(services, id, now),
    request: (method) => requestMadePayment(services, id, method),
    decline: () => declineMadeOrder(services, id),
  };
}
