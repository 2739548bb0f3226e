import { Outlet, useMatches } from "react-router";
import { ScreenError } from "./error-page";

/**
 * Holds every screen, so that one that cannot be shown leaves the frame around it. Another address is another screen: what was typed
 * into the form of one record never stands in that of the next. Dialogs and the address's search leave a screen as it is.
 */
export default function Screens() {
  const matches = useMatches();
  const here = matches.findIndex(({ id }) => id === "shell/screens.page");
  return <Outlet key={matches[here + 1]?.pathname} />;
}

export const ErrorBoundary = ScreenError;
