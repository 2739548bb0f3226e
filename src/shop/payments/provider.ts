import type { ComponentType, Ref } from "react";
import type { Cents } from "~/shop/money";
import type { ConfirmationOutcome, PaymentGateway } from "./gateway";
import type { Billing } from "./sandbox";

/** Part of the gateway's data that the browser needs to load its provider. */
export type ProviderChoice = Pick<PaymentGateway, "name" | "browser">;

/** A card field on the page. The typed card data never leaves it. */
export interface CardEntry {
  /** False while a part of the card is missing. */
  isEntered(): boolean;
  /** Validates the card and shows errors at its fields; true without errors. */
  isGood(): boolean;
  /** Short name of the entered card, such as "ending in 4242"; with Stripe only its brand. */
  ending(): string;
  /** Pays with the entered card. */
  confirm(clientSecret: string, billing: Billing): Promise<ConfirmationOutcome>;
}

/** The gateway's code in the browser, after its script has loaded. */
export interface PaymentProvider {
  CardField: ComponentType<{ ref: Ref<CardEntry> }>;
  /**
   * Redirects to the provider's page, which returns to `returnUrl`. The promise resolves only if the payment is declined before
   * the redirect.
   */
  payLater(clientSecret: string, billing: Billing, returnUrl: string): Promise<ConfirmationOutcome>;
  /** Buttons of available wallets, for providers that support them. */
  WalletButtons?: ComponentType<WalletButtonsProps>;
}

export interface WalletButtonsProps {
  /** Amount to be paid now, in cents. */
  amount: Cents;
  /** Pays with an unlocked wallet like with an entered card; resolves when the payment has ended. */
  onPay: (wallet: CardEntry) => Promise<void>;
}

/** Names of the providers as shown to shoppers. */
export const providerNames: Record<PaymentGateway["name"], string> = { stripe: "Stripe", sandbox: "Sandbox" };
