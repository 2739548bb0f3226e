import type { Right } from "~/shop/members/rights";

/** An act that the palette finds. */
export interface FoundAct {
  to: string;
  name: string;
  right?: Right;
  /** Page to open instead for members without this right. */
  without?: { right: Right; to: string };
  /** Synonyms that merchants use. */
  also?: string;
}
