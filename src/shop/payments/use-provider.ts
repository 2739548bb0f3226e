import { useCallback, useEffect, useState } from "react";
import { useOnline } from "~/ui/use-online";
import { loadProvider } from "./load-provider";
import type { PaymentProvider, ProviderChoice } from "./provider";

/**
 * Loads the payment provider once `isWanted` is true. If its script fails, the page stays usable; `reload` tries again, as
 * does a connection that comes back.
 */
export function useProvider(choice: ProviderChoice, isWanted: boolean) {
  const [provider, setProvider] = useState<PaymentProvider | null>(null);
  const [failures, setFailures] = useState(0);
  const [turn, setTurn] = useState(0);
  const hasFailed = failures > turn;

  useEffect(() => {
    if (!isWanted || provider || hasFailed) return;
    let isCurrent = true;
    loadProvider(choice).then(
      (loaded) => isCurrent && setProvider(loaded),
      (failure: unknown) => {
        console.error("The payment provider could not be loaded:", failure);
        if (isCurrent) setFailures(turn + 1);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [choice, isWanted, provider, hasFailed, turn]);

  const reload = useCallback(() => setTurn(failures), [failures]);
  useOnline(hasFailed, reload);

  return { provider, hasFailed, reload };
}
