import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";

/**
 * Whether totals may increase by sales tax once the address is known, because the merchant collects in some state. Also true
 * while the rates cannot be read, since tax may then be due.
 */
export function countsTax({ taxes }: Pick<Services, "taxes">): boolean {
  try {
    return taxes() !== null;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
