import type { ComponentType, Ref } from "react";
import type { PaymentGateway } from "./gateway";
import type { Billing } from "./sandbox";

/** What the browser must know of the gateway to load its provider. */
export type ProviderChoice = Pick<PaymentGateway, "name" | "browser">;

/** What came of a confirmation, once every step that the provider asks for is done. */
export type Outcome = { status: "succeeded" } | { status: "processing" } | { status: "declined"; message: string };

/** A card field on the page, as whoever pays with it uses it. What is typed into it is seen by nobody else. */
export interface CardEntry {
  /** False while some part of the card is missing. */
  isEntered(): boolean;
  /** Says beside its fields what is wrong; true when nothing is. */
  isGood(): boolean;
  /** The card by its last digits. */
  ending(): string;
  /** Pays with the card that was entered. */
  confirm(clientSecret: string, billing: Billing): Promise<Outcome>;
}

/** Whoever takes the money, in the browser: there once its script has loaded. */
export interface PaymentProvider {
  CardField: ComponentType<{ ref: Ref<CardEntry> }>;
  /** Leads to the provider's own page, which leads back to `returnUrl`; comes back only when it is declined at once. */
  payLater(clientSecret: string, billing: Billing, returnUrl: string): Promise<Outcome>;
}

/** How the provider is named to shoppers. Spec §8. */
export const providerNames: Record<PaymentGateway["name"], string> = { stripe: "Stripe", sandbox: "Sandbox" };

/** Loads the provider's script and everything around it. */
export async function loadProvider({ name, browser }: ProviderChoice): Promise<PaymentProvider> {
  if (name !== "sandbox") throw new Error(`There is no card field for ${name}.`);
  const [{ sandboxProvider }] = await Promise.all([import("./sandbox-provider"), loadScript(browser.script)]);
  return sandboxProvider;
}

const loading = new Map<string, Promise<void>>();

/** Runs a script once, however often it is asked for; one that could not be loaded is tried again. */
function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;

  const script = document.createElement("script");
  script.src = address;
  script.async = true;
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(address);
      script.remove();
      reject(new Error(`${address} could not be loaded.`));
    };
  });
  loading.set(address, loaded);
  document.head.append(script);
  return loaded;
}
