import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* Transitions would render the page after a click in slices, with frames of the old page in between. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
  window.earlyInput?.end();
});
