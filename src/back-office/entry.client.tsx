import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { readingAgain } from "./reads-again.client";
// The style sheet is imported here and not in the root, so that the build lists it for every page and keeps it out of the
// server's program.
import "./styles.css";

globalThis.fetch = readingAgain(globalThis.fetch);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
  window.earlyInput?.end();
});
