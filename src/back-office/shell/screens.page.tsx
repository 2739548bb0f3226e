import { Outlet, useMatches } from "react-router";
import { ScreenError } from "./error-page";

/**
 * Parent of every screen, so that errors keep the frame. The key is the address: text typed for one record never appears in another's form.
 * Dialogs and search parameters keep the screen.
 */
export default function Screens() {
  const matches = useMatches();
  const here = matches.findIndex(({ id }) => id === "shell/screens.page");
  return <Outlet key={matches[here + 1]?.pathname} />;
}

export const ErrorBoundary = ScreenError;
