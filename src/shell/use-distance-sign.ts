import { useMemo, useState } from "react";
import { useMatch } from "react-router";
import { useMedia } from "~/ui/use-media";
import { usePastHero } from "./past-hero";

/** From this width home has room for the menu beside its hero: `--from-xl` of breakpoints.css. */
const ROOM_FOR_SIGN = "(width >= 1280px)";

/** The distance sign beside home's hero: whether there is room for it now, and whether it is folded out. */
export interface DistanceSignState {
  hasRoom: boolean;
  isShown: boolean;
  toggle: () => void;
}

/** Folded out at first; the menu button folds it away while home's hero is in view. */
export function useDistanceSign(): DistanceSignState {
  const [isShown, setShown] = useState(true);
  const isHome = useMatch("/") !== null;
  const isPastHero = usePastHero(isHome);
  const hasRoom = useMedia(ROOM_FOR_SIGN) && !isPastHero;
  return useMemo(() => ({ hasRoom, isShown, toggle: () => setShown((shown) => !shown) }), [hasRoom, isShown]);
}
