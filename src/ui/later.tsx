import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { onFirstUse } from "./first-use";

/** Number of lazy components shown before their code has loaded. */
let coming = 0;

/** Whether an opened component is still loading. */
export const isComing = (): boolean => coming > 0;

/**
 * A component that is loaded when it is first shown, or before, with the first sign that somebody uses the page. Until then, and where
 * it cannot be loaded, nothing stands in its place, and `onMissing` hears of the latter; shown again it is loaded anew. Only for what no
 * page shows at first.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, onMissing?: (props: P) => void) {
  let loaded: ComponentType<P> | undefined;
  const bring = async () => (loaded ??= await load());
  onFirstUse(bring);

  return function Later(props: P) {
    const [brought, setBrought] = useState(() => ({ Component: loaded }));
    const isThere = brought.Component !== undefined;
    useEffect(() => {
      if (isThere) return undefined;
      coming += 1;
      return () => void (coming -= 1);
    }, [isThere]);
    const missing = useEffectEvent(() => onMissing?.(props));
    useEffect(() => {
      let isGone = false;
      bring().then(
        (Component) => !isGone && setBrought((known) => (known.Component ? known : { Component })),
        () => !isGone && missing(),
      );
      return () => void (isGone = true);
    }, []);
    return brought.Component ? <brought.Component {...props} /> : null;
  };
}
