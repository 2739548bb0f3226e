import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// Preload links that Vite's loader of modules adds have no use once the module is there, and each further one would slow every later
// search of the tree. They alone have `as`: links without it, such as those of prefetched pages, are React's own, which removes them.
document.addEventListener(
  "load",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "modulepreload" && target.as) target.remove();
  },
  true,
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* Transitions would render the page after a click in several steps, with frames that still show the old page. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
  window.earlyInput?.end();
});
