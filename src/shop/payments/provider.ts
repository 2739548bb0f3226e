import type { ComponentType, Ref } from "react";
import type { Cents } from "~/shop/money";
import type { ConfirmationOutcome, PaymentGateway } from "./gateway";
import type { Billing } from "./sandbox";

/** Data of the gateway with which the browser loads its provider. */
export type ProviderChoice = Pick<PaymentGateway, "name" | "browser">;

/** A card field of the page, in use. Typed card data stays inside. */
export interface CardEntry {
  /** False while a part of the card is missing. */
  isEntered(): boolean;
  /** Shows errors beside its fields; true without any. */
  isGood(): boolean;
  /** Last digits of the card. */
  ending(): string;
  /** Pays with the entered card. */
  confirm(clientSecret: string, billing: Billing): Promise<ConfirmationOutcome>;
}

/** The gateway's form in the browser, after its script has loaded. */
export interface PaymentProvider {
  CardField: ComponentType<{ ref: Ref<CardEntry> }>;
  /** Leads to the provider's page, which returns to `returnUrl`; resolves only when declined at once. */
  payLater(clientSecret: string, billing: Billing, returnUrl: string): Promise<ConfirmationOutcome>;
  /** Buttons of available wallets, for providers that support them. */
  WalletButtons?: ComponentType<WalletButtonsProps>;
}

export interface WalletButtonsProps {
  /** Amount to be paid now, in cents. */
  amount: Cents;
  /** Pays with an unlocked wallet, as with an entered card; resolves at the end. */
  onPay: (wallet: CardEntry) => Promise<void>;
}

/** Provider's name for shoppers. */
export const providerNames: Record<PaymentGateway["name"], string> = { stripe: "Stripe", sandbox: "Sandbox" };
