import { typedGiftCardCode } from "~/shop/gift-cards/gift-card-code";
import type { Cents } from "~/shop/money";
import type { TakenOff } from "~/shop/price";

const MOST_LETTERS = 40;

/** Normalizes a typed code: removes spaces and converts to upper case. */
export const codeIn = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/**
 * Checks and normalizes the code that a member chooses; only letters, digits and dashes are allowed, which can be read aloud. One that
 * has the length of a gift card's code is refused, because the field for both would take it for a card, or for a mistyped one.
 */
export function parseCodeName(typed: string): { code: string } | { error: string } {
  const code = codeIn(typed);
  if (typedGiftCardCode(code).is !== "other")
    return { error: "A code of 17 letters and digits reads like a gift card. Choose a shorter or a longer one." };
  return /^[A-Z0-9][A-Z0-9-]{2,29}$/.test(code)
    ? { code }
    : { error: "Use 3 to 30 letters, digits and dashes, such as SADDLE-UP10." };
}

/** Error message for an invalid code; undefined for a valid code. */
export function codeComplaint(code: string): string | undefined {
  if (code === "") return "Please enter a code.";
  return code.length > MOST_LETTERS ? "This code is not valid." : undefined;
}

/** Purposes that a merchant may choose for a code. */
export const purposes = ["promotion", "welcome", "gift-card", "group", "goodwill"] as const;
export type Purpose = (typeof purposes)[number];

/** Purpose of codes from before the shop had gift cards that keep what is left; codes that have it go on, and no other gets it. */
export const FORMER_PURPOSE: Purpose = "gift-card";

/** A code's reduction; `only` lists the ids of the products it applies to, and is absent if it applies to all products. */
export type Discount = TakenOff & { code: string; only?: string[] };

/**
 * Terms of a code as an order carries them, so that changes of the order do not depend on later edits of the code. The amount of a
 * code for an amount is in the order's lines.
 */
export interface CodeTerms {
  kind: TakenOff["kind"];
  /** Percentage; null for a code of another kind. */
  percent: number | null;
  /** Ids of the products that the code applies to; absent for all products. */
  only?: string[];
  /** Least order value in cents. */
  minimum: Cents | null;
}

/** A code's reduction, with the least order value in cents that it asks for. */
export type AgreedDiscount = Discount & Pick<CodeTerms, "minimum">;

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

/**
 * Highest reduction of an order in percent: an amount counts as its share of the minimum order value, or as 100 % without a
 * minimum.
 */
export function mostPercentOff(off: TakenOff, minimum: Cents | null): number {
  if (off.kind === "free-delivery") return 0;
  if (off.kind === "percent") return off.percent;
  return minimum === null || minimum <= off.amount ? 100 : (off.amount * 100) / minimum;
}
