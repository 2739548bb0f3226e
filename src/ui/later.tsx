import { useEffect, useState, type ComponentType } from "react";
import { onFirstUse } from "./first-use";

/**
 * A component that is loaded when it is first shown, or before, with the first sign that somebody uses the page. Until then, and where
 * it cannot be loaded, nothing stands in its place; shown again it is loaded anew. Only for what no page shows at first.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const bring = async () => (loaded ??= await load());
  onFirstUse(bring);

  return function Later(props: P) {
    const [brought, setBrought] = useState(() => ({ Component: loaded }));
    useEffect(() => {
      let isGone = false;
      bring().then(
        (Component) => !isGone && setBrought((known) => (known.Component ? known : { Component })),
        () => undefined,
      );
      return () => void (isGone = true);
    }, []);
    return brought.Component ? <brought.Component {...props} /> : null;
  };
}
