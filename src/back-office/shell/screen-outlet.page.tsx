import { Outlet, useMatches } from "react-router";
import { ScreenError } from "./error-page";

/**
 * Parent route of every screen; its error page is rendered inside the frame. The outlet's key is the path of the screen, so that
 * text typed for one record never appears in another record's form. Dialogs and search parameters do not change that path.
 */
export default function ScreenOutlet() {
  const matches = useMatches();
  const here = matches.findIndex(({ id }) => id === "shell/screen-outlet.page");
  return <Outlet key={matches[here + 1]?.pathname} />;
}

export const ErrorBoundary = ScreenError;
