import { useEffect, useEffectEvent, useState } from "react";
import { PrefetchPageLinks, useFetcher } from "react-router";
import { expect } from "./data-ahead";

/** Prefetches the data and the scripts of a product's page. */
export function Ahead({ address }: { address: string }) {
  const [isDone, setDone] = useState(false);
  // Unmounted when done, because the router would reload a mounted fetcher after every form.
  return (
    !isDone && (
      <>
        {/* Asks for all scripts at once: the fetcher finds those that a script imports only when it has loaded. */}
        <PrefetchPageLinks page={address} />
        <Fetching address={address} onDone={() => setDone(true)} />
      </>
    )
  );
}

function Fetching({ address, onDone }: { address: string; onDone: () => void }) {
  const { load } = useFetcher();
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (expect(address)) void load(address).then(done);
  }, [address, load]);
  return null;
}
