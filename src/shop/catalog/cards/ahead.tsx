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
    // If another card has asked before, this one is done at once: its links to scripts would stay in the head.
    if (expect(address)) void load(address).then(done);
    else done();
  }, [address, load]);
  return null;
}
