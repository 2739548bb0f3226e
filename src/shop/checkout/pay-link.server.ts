import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { changeAsk } from "~/shop/orders/changes/change-ask";
import { endChange } from "~/shop/orders/changes/end-change.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { changeForShopper } from "~/shop/orders/changes/shopper-change.server";
import { declineMadeOrder } from "~/shop/orders/made/made-order-acts.server";
import { changeLinks, type Link, payLinks } from "~/shop/orders/letter-links.server";
import { madeOrderAsk, requestMadePayment } from "~/shop/orders/made/pay-made-order.server";
import type { PayAsk, PayRequest } from "~/shop/orders/pay-link/pay-link";
import { orPaused } from "~/shop/payments/paused.server";
import { Refusal } from "~/shop/refusal";
import type { PaymentMethod } from "~/shop/payments/gateway";

/** Actions of a valid pay link. */
interface PayLinkDoor {
  /** Reads the agreement; undefined if it does not exist. */
  ask(now: Date): Promise<PayAsk | undefined>;
  /** Requests the payment at the gateway. */
  request(method: PaymentMethod): Promise<PayRequest>;
  /** Cancels the order or change, because the shopper declined it. */
  decline(): Promise<void>;
}

/** Actions of a link to pay for a change of an order; undefined if the link is invalid. */
export async function changeLinkDoor(services: Services, link: Link): Promise<PayLinkDoor | undefined> {
  if (!(await changeLinks.isValid(services, link))) return undefined;
  const { id } = link;
  const { db, settings } = services;
  return {
    async ask(now) {
      const change = await changeForShopper(db, id);
      return change ? changeAsk(change, settings().timeZone, now) : undefined;
    },
    async request(method) {
      const { id: paymentId, clientSecret } = await orPaused(() => askForChange(services, id, method));
      // The address may have been corrected meanwhile: the request is then that of another link.
      if (!(await changeLinks.isValid(services, link))) throw new Refusal("record-unknown");
      return { paymentId, clientSecret };
    },
    async decline() {
      const ending = await endChange(services, id, { by: "shopper", actor: shopper });
      if (ending === "applied") throw new Refusal("change-done");
      const change = ending === "processing" ? await changeForShopper(db, id) : null;
      if (change) throw new Refusal("payment-processing", { details: { orderNumber: change.orderNumber } });
    },
  };
}

/** Actions of a link to pay for an order that a member made; undefined if the link is invalid. */
export async function payLinkDoor(services: Services, link: Link): Promise<PayLinkDoor | undefined> {
  if (!(await payLinks.isValid(services, link))) return undefined;
  const { id } = link;
  return {
    ask: (now) => madeOrderAsk(services, id, now),
    async request(method) {
      const request = await orPaused(() => requestMadePayment(services, id, method));
      if (!(await payLinks.isValid(services, link))) throw new Refusal("record-unknown");
      return request;
    },
    decline: () => declineMadeOrder(services, id),
  };
}
