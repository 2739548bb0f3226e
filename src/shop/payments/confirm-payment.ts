import type { ConfirmationOutcome, PaymentMethod } from "./gateway";
import type { CardEntry, PaymentProvider } from "./provider";
import type { Billing } from "./sandbox";

/** A payment to be confirmed in the browser. */
interface Confirmable {
  method: PaymentMethod;
  clientSecret: string;
  billing: Billing;
}

/**
 * Confirms a payment with the provider: by the entered card or an unlocked wallet, or on the provider's own page, which is left for. Undefined
 * where there is nothing to confirm with.
 */
export const confirmPayment = async (
  provider: PaymentProvider | null,
  entry: CardEntry | null,
  { method, clientSecret, billing }: Confirmable,
): Promise<ConfirmationOutcome | undefined> =>
  method === "Klarna"
    ? provider?.payLater(clientSecret, billing, `${location.origin}/order-success`)
    : entry?.confirm(clientSecret, billing);
