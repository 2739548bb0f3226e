import { useMemo, useState } from "react";
import { useMatch } from "react-router";
import { useMedia } from "~/ui/use-media";
import { usePastHero } from "./past-hero";

/** Width from which the home page shows the menu beside its hero: `--from-xl` of breakpoints.css. */
const ROOM_FOR_SIGN = "(width >= 1280px)";

/** State of the sign beside the home page's hero: the menu on wide screens. */
export interface DistanceSignState {
  /** Whether the home page's hero is in view and the screen is wide enough for the sign. */
  isBesideHero: boolean;
  isShown: boolean;
  toggle: () => void;
}

/** State of the distance sign: open at first; the menu button closes and opens it while the hero is in view. */
export function useDistanceSign(): DistanceSignState {
  const [isShown, setShown] = useState(true);
  const isHome = useMatch("/") !== null;
  const isPastHero = usePastHero(isHome);
  const isBesideHero = useMedia(ROOM_FOR_SIGN) && !isPastHero;
  return useMemo(() => ({ isBesideHero, isShown, toggle: () => setShown((shown) => !shown) }), [isBesideHero, isShown]);
}
