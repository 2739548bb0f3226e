import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
// Here and not in the root: the build lists it for every page, and the server's program never sees a style sheet.
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
