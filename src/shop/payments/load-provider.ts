import type { PaymentProvider, ProviderChoice } from "./provider";

/**
 * Loads the provider's script, then the shop's adapter for it: a browser remembers that the import of a module failed and does not ask
 * again, and without a connection the script fails first, which is asked for again.
 */
export async function loadProvider({ name, browser }: ProviderChoice): Promise<PaymentProvider> {
  if (name === "stripe") {
    await loadScript(browser.script);
    const { stripeProvider } = await import("./stripe-provider");
    return stripeProvider(browser.publishableKey);
  }
  await loadScript(browser.script);
  const { sandboxProvider } = await import("./sandbox-provider");
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
