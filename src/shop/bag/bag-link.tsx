import { useEffect, useRef, useState } from "react";
import type { BagTerms } from "~/shop/delivery-fee";
import { HoverPanel } from "~/ui/hover-panel";
import { IconLink } from "~/ui/icon-button";
import { later } from "~/ui/later";
import type { Settings } from "~/shop/settings";
import { useBag } from "./bag-provider";

/** Milliseconds for which the link is highlighted after a change. */
const CHANGED_MS = 1000;

const MiniBag = later(async () => (await import("./mini-bag")).MiniBag);

/** Bag link in the header: number of pieces, a one-second highlight after a change, and the lines on hover. */
export function BagLink({ settings }: { settings: BagTerms & Pick<Settings, "heldPieces"> }) {
  const { bag, count, ready } = useBag();
  const hasChanged = useJustChanged(count, ready);
  const link = (
    <IconLink
      to="/cart"
      prefetch="intent"
      icon="bag"
      label={`Bag, ${count} ${count === 1 ? "item" : "items"}`}
      count={count}
      className={hasChanged ? "head__bag is-new" : "head__bag"}
    />
  );
  return (
    <HoverPanel trigger={link} name="In your bag" disabled={bag.length === 0} className="mbag">
      <MiniBag bag={bag} settings={settings} />
    </HoverPanel>
  );
}

/** Whether the count changed within the last second; loading the stored bag does not count as a change. */
function useJustChanged(count: number, ready: boolean): boolean {
  const [hasChanged, setChanged] = useState(false);
  const known = useRef<number>(undefined);
  useEffect(() => {
    const before = known.current;
    if (ready) known.current = count;
    if (before === undefined || before === count) return;

    setChanged(true);
    const timer = setTimeout(() => setChanged(false), CHANGED_MS);
    return () => clearTimeout(timer);
  }, [count, ready]);
  return hasChanged;
}
