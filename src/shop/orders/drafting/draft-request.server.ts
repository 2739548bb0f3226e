import type { Cents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import type { Customer } from "../order";
import type { RequestedLine } from "./priced-lines.server";

/** Request of a shopper to draft an order, with the total that the browser showed. */
export interface DraftRequest {
  items: RequestedLine[];
  customer: Customer;
  method: PaymentMethod;
  amount: Cents;
  discountCode?: string | undefined;
  /** Codes of gift cards, in the order in which they pay. */
  giftCards?: readonly string[] | undefined;
  /** Amount in cents that the browser showed as left beside the cards; unset: whatever is left. */
  due?: Cents | undefined;
  draftKey?: string | undefined;
  replaces?: string | undefined;
  /** Network that sent the request; unset if unknown. */
  network?: string | undefined;
}
