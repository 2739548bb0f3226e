import type { Services } from "~/services";
import type { Period } from "~/shop/figures/period";
import type { Member } from "~/shop/members/member";
import type { FiguresView } from "./figures-address";

/** Request for a screen of figures: the member, the period, and the current time. */
export interface Asked {
  services: Services;
  member: Member;
  view: FiguresView;
  period: Period;
  now: Date;
  /** Current day in the shop's time zone, and the time of day (`clock`). */
  today: string;
  clock: string;
  /** Whether the member may see what goods cost. */
  mayCost: boolean;
  /** Whether the sheet is made for a file, in which tables have all rows. */
  isFile: boolean;
}
