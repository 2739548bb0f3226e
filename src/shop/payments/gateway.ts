import { z } from "zod";
import type { Cents } from "../money";

/** How a shopper pays. Decisions §10. */
export const PaymentMethod = z.enum(["Credit Card", "Klarna"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A request for money, as the gateway knows it now. */
export interface PaymentRequest {
  /** The gateway's own id. */
  id: string;
  /** What lets one browser confirm this one payment. */
  clientSecret: string;
  amount: Cents;
  currency: string;
  status: "open" | "needs-confirmation" | "processing" | "received" | "cancelled";
}

/** Whoever takes the money: Stripe, or the sandbox when no key is set. Decisions §3. */
export interface PaymentGateway {
  readonly name: "stripe" | "sandbox";
  /** What the browser needs to load the provider: its script and its publishable key. */
  readonly browser: { script: string; publishableKey: string };

  /** Asks for `amount` cents of US dollars. The same `key` never asks twice. */
  request(amount: Cents, method: PaymentMethod, key: string): Promise<PaymentRequest>;

  /** The request as it is now, or nothing when there is none by this id. */
  find(requestId: string): Promise<PaymentRequest | undefined>;

  /** Makes sure that nothing can arrive for it any more, unless it has arrived already: the answer says which. */
  cancel(requestId: string): Promise<PaymentRequest | undefined>;

  /** Gives money back, in cents. The same `key` never pays twice. */
  refund(requestId: string, amount: Cents, key: string): Promise<{ id: string }>;
}
