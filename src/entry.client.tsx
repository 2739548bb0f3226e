import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

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
