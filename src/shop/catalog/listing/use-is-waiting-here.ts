import { useLocation, useNavigation } from "react-router";

/** Whether another view of this listing is loading. */
export function useIsWaitingHere(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname;
}
