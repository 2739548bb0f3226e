import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";

/**
 * Whether totals may grow by sales tax once an address is known: a state is ticked. Also while the rates cannot be read, as tax may be due
 * then.
 */
export function countsTax({ taxes }: Pick<Services, "taxes">): boolean {
  try {
    return taxes() !== null;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
