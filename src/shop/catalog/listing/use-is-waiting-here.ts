import { useLocation, useNavigation } from "react-router";

/** Whether another view of this very listing is on its way. */
export function useIsWaitingHere(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname;
}
