import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { changeAsk } from "~/shop/orders/changes/change-ask";
import { isChangeLink } from "~/shop/orders/changes/change-link";
import { endChange } from "~/shop/orders/changes/end-change.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { changeForShopper } from "~/shop/orders/changes/shopper-change.server";
import { declineMadeOrder } from "~/shop/orders/made/made-order-acts.server";
import { billingOf, madeOrderAsk, requestMadePayment } from "~/shop/orders/made/pay-made-order.server";
import type { PayAsk, PayRequest } from "~/shop/orders/pay-link/pay-link";
import { isPayLink } from "~/shop/orders/pay-link/pay-link-address.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { Refusal } from "~/shop/refusal";
import type { PaymentMethod } from "~/shop/payments/gateway";

/** Id and signature in the address of a pay link. */
interface Link {
  id: string;
  signature: string;
}

/** Actions of a pay link with a valid signature. */
interface PayLinkDoor {
  /** Reads the agreement; undefined if it does not exist. */
  ask(now: Date): Promise<PayAsk | undefined>;
  /** Requests the payment at the gateway. */
  request(method: PaymentMethod): Promise<PayRequest>;
  /** Cancels the order or change, because the shopper declined it. */
  decline(): Promise<void>;
}

/** Actions of a link to pay for a change of an order; undefined if the signature is invalid. */
export function changeLinkDoor(services: Services, { id, signature }: Link): PayLinkDoor | undefined {
  if (!isChangeLink(services, { id, signature })) return undefined;
  const { db, settings } = services;
  return {
    async ask(now) {
      const change = await changeForShopper(db, id);
      return change ? changeAsk(change, settings().timeZone, now) : undefined;
    },
    async request(method) {
      const { id: paymentId, clientSecret } = await askForChange(services, id, method);
      const change = await changeForShopper(db, id);
      const order = change && (await orderByNumber(db, change.orderNumber));
      if (!order) throw new Refusal("order-unknown");
      return { paymentId, clientSecret, billing: billingOf(order) };
    },
    async decline() {
      const ending = await endChange(services, id, { by: "shopper", actor: shopper });
      if (ending === "applied") throw new Refusal("change-done");
      const change = ending === "processing" ? await changeForShopper(db, id) : null;
      if (change) throw new Refusal("payment-processing", { details: { orderNumber: change.orderNumber } });
    },
  };
}

/** Actions of a link to pay for an order that a member made; undefined, without a query, if the signature is invalid. */
export function payLinkDoor(services: Services, { id, signature }: Link): PayLinkDoor | undefined {
  if (!isPayLink(services, id, signature)) return undefined;
  return {
    ask: (now) => madeOrderAsk(services, id, now),
    request: (method) => requestMadePayment(services, id, method),
    decline: () => declineMadeOrder(services, id),
  };
}
