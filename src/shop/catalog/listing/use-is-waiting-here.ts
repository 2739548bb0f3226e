import { useLocation, useNavigation } from "react-router";

/** Returns whether another view of the same listing is loading. */
export function useIsWaitingHere(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname;
}
