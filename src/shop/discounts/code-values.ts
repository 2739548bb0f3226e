import type { Cents } from "~/shop/money";
import type { Purpose, TakenOff } from "./code";

/** Values of the form that creates or changes a code. */
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
