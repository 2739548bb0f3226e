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
  draftKey?: string | undefined;
  replaces?: string | undefined;
  /** Network that sent the request; unset if unknown. */
  network?: string | undefined;
}
