import type { Services } from "~/services";
import type { Period } from "~/shop/figures/period";
import type { Member } from "~/shop/members/member";
import type { FiguresView } from "./figures-address";
import { pageSizes } from "../page-sizes";

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
  /** Most rows of a table: a page of them on a screen, `ON_PAPER` for printing, all for a file. */
  most: number;
  /** Whether the sheet is made for a file. */
  isFile: boolean;
}

/** Rows of a page on a screen. */
export const ON_A_PAGE = pageSizes.figures;
/** Most rows of a printed table: about 30 sheets of paper. */
export const ON_PAPER = 1000;
/** Limit for a query of all rows. */
export const ALL_ROWS = 1_000_000;
