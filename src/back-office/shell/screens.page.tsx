import { Outlet } from "react-router";
import { ScreenError } from "./error-page";

/** Holds every screen, so that one that cannot be shown leaves the frame around it. */
export default function Screens() {
  return <Outlet />;
}

export const ErrorBoundary = ScreenError;
