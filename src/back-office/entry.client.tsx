import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
// Imported here and not in the root: the build then lists the file for every page, and the server program contains no style sheet.
import "./styles.css";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
  window.earlyInput?.end();
});
