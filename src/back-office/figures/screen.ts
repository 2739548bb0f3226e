import type { Services } from "~/services";
import type { Period } from "~/shop/figures/period";
import type { Member } from "~/shop/members/member";
import type { FiguresView } from "./figures-address";

/** Request for a screen of figures: who asks, for which days, and when. */
export interface Asked {
  services: Services;
  member: Member;
  view: FiguresView;
  period: Period;
  now: Date;
  /** Today by the shop's calendar, and the time by its clock. */
  today: string;
  clock: string;
  /** Whether the member may see what goods cost. */
  mayCost: boolean;
  /** Whether the screen is for a file: then tables have all their rows. */
  isFile: boolean;
}
