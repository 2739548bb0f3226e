import type { Cents } from "~/shop/money";
import type { Purpose, TakenOff } from "./code";

/** What a form says about a code. */
export interface CodeValues {
  off: TakenOff;
  purpose: Purpose;
  minimum: Cents | null;
  startsAt: string | null;
  endsAt: string | null;
  mostUses: number | null;
  oncePerEmail: boolean;
  productIds: string[];
}
