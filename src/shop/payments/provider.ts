import type { ComponentType, Ref } from "react";
import type { Cents } from "~/shop/money";
import type { ConfirmationOutcome, PaymentGateway } from "./gateway";
import type { Billing } from "./sandbox";

/** The gateway's part that the browser needs to load its provider. */
export type ProviderChoice = Pick<PaymentGateway, "name" | "browser">;

/** A card field on the page, as whoever pays with it uses it. What is typed into it is seen by nobody else. */
export interface CardEntry {
  /** False while some part of the card is missing. */
  isEntered(): boolean;
  /** Shows beside its fields what is wrong; true when nothing is. */
  isGood(): boolean;
  /** The card by its last digits. */
  ending(): string;
  /** Pays with the card that was entered. */
  confirm(clientSecret: string, billing: Billing): Promise<ConfirmationOutcome>;
}

/** The gateway's form in the browser: there once its script has loaded. */
export interface PaymentProvider {
  CardField: ComponentType<{ ref: Ref<CardEntry> }>;
  /** Leads to the provider's own page, which leads back to `returnUrl`; comes back only when it is declined at once. */
  payLater(clientSecret: string, billing: Billing, returnUrl: string): Promise<ConfirmationOutcome>;
  /** Buttons of the wallets that browser and device have, at a provider that takes them. */
  WalletButtons?: ComponentType<WalletButtonsProps>;
}

export interface WalletButtonsProps {
  /** Amount to be paid now, in cents. */
  amount: Cents;
  /** Pays with the wallet that the shopper unlocked, as with a card that was entered; done when all is over. */
  onPay: (wallet: CardEntry) => Promise<void>;
}

/** How the provider is named to shoppers. */
export const providerNames: Record<PaymentGateway["name"], string> = { stripe: "Stripe", sandbox: "Sandbox" };
