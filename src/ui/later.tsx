import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { onFirstUse } from "./first-use";

/** Number of mounted lazy components whose code has not loaded yet. */
let coming = 0;

/** Whether the code of any mounted lazy component is still loading. */
export const isComing = (): boolean => coming > 0;

/**
 * Makes a component whose code is loaded when it is first mounted, or earlier, after the visitor's first interaction with the
 * page. Renders nothing while the code is loading. If loading fails, `onMissing` is called, and the next mounting tries again.
 * Only for components that no page shows initially.
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
