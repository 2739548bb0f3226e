import type { Cents } from "~/shop/money";

/**
 * Reason why an offer takes nothing, or no more, and what is missing.
 * - `no-goods`: none of its goods is in the bag; `taken`: other offers have the pieces.
 * - `value-missing`, `pieces-missing`: its condition lacks so much; `reward-missing`: what it gives lacks so many pieces.
 * - `present-not-in-bag`: its condition holds, and its present is to be put into the bag.
 * - `nothing-off`: it comes to less than a cent. `code-gives-more`: a code that does not go with it takes more.
 */
export type WhyNot =
  | { why: "no-goods" | "taken" | "nothing-off" | "present-not-in-bag" | "code-gives-more" }
  | { why: "value-missing"; value: Cents }
  | { why: "pieces-missing" | "reward-missing"; pieces: number };

/** An offer that takes nothing of a bag, or that would take more of a larger one. */
export interface NotGiven {
  offer: string;
  why: WhyNot;
}
