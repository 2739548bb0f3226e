import type { Cents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import type { Customer } from "../order";
import type { RequestedLine } from "./priced-lines.server";

/** A shopper's request for an order, with the total shown by the browser. */
export interface DraftRequest {
  items: RequestedLine[];
  customer: Customer;
  method: PaymentMethod;
  amount: Cents;
  discountCode?: string | undefined;
  draftKey?: string | undefined;
  replaces?: string | undefined;
  /** Network of the request; unset if unknown. */
  network?: string | undefined;
}
