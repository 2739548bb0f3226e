import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A page that a link leads to is rendered in one go: as a transition it is rendered in slices, between which others come first. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
  window.earlyInput?.end();
});
