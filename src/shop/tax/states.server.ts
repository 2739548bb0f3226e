import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { stateNames } from "~/shop/us-states";
import { NO_VALUES } from "./state-values";
import { type StoredState, storedStates } from "./stored-states.server";

/**
 * Stored rates and rules of a state; null for a code that is no state's.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openState(
  { db }: Pick<Services, "db">,
  member: Member,
  state: string,
): Promise<StoredState | null> {
  await requireRight({ db }, member, "settings.read");
  if (!Object.hasOwn(stateNames, state)) return null;
  const [stored] = await storedStates(db, state);
  return stored ?? { state, version: 0, values: NO_VALUES };
}

/**
 * All states with stored rates or rules, sorted by code.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function writtenStates({ db }: Pick<Services, "db">, member: Member): Promise<StoredState[]> {
  await requireRight({ db }, member, "settings.read");
  return storedStates(db);
}
