import type { PaymentProvider, ProviderChoice } from "./provider";

/** Loads the provider's script and the shop's adapter for it. */
export async function loadProvider({ name, browser }: ProviderChoice): Promise<PaymentProvider> {
  if (name === "stripe") {
    const [{ stripeProvider }] = await Promise.all([import("./stripe-provider"), loadScript(browser.script)]);
    return stripeProvider(browser.publishableKey);
  }
  const [{ sandboxProvider }] = await Promise.all([import("./sandbox-provider"), loadScript(browser.script)]);
  return sandboxProvider;
}

const loading = new Map<string, Promise<void>>();

/** Loads a script once; after a failure, the next call tries again. */
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
