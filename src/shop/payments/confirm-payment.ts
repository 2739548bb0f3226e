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
 * Confirms a payment with the provider: Klarna by a redirect to its page, any other method by the entered card or unlocked
 * wallet. Returns undefined without a provider, card or wallet.
 */
export const confirmPayment = async (
  provider: PaymentProvider | null,
  entry: CardEntry | null,
  { method, clientSecret, billing }: Confirmable,
): Promise<ConfirmationOutcome | undefined> =>
  method === "Klarna"
    ? provider?.payLater(clientSecret, billing, `${location.origin}/order-success`)
    : entry?.confirm(clientSecret, billing);
