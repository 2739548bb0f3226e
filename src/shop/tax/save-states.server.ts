import type { Services } from "~/services";
import { answerOnce } from "~/shop/audit/once.server";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import { inForce } from "~/shop/audit/settings-record.server";
import type { Member } from "~/shop/members/member";
import { taxStateRecord } from "./state-record.server";
import type { StateValues } from "./state-values";

/** Values of a form about a state, and the version that the form showed. */
export interface StateEdit {
  state: string;
  version: number;
  values: Partial<StateValues>;
}

/**
 * Saves the values of several states, all or none, and waits until this process uses them; other processes follow within a
 * second.
 *
 * @throws {Refusal} as `save`; `input-invalid` when collection is switched on for a state without any rate.
 */
export async function saveStates(
  services: Pick<Services, "db" | "reloadTaxes">,
  member: Member,
  { submission, edits, reason = "" }: { submission: string; edits: StateEdit[]; reason?: string },
): Promise<Saved | Stale> {
  const answer = await save(services, member, {
    submission,
    reason,
    edits: edits.map(({ state, version, values }) => ({ kind: taxStateRecord, id: state, version, values })),
  });
  if (answer.saved) await ratesInForce(services);
  return answer;
}

/** Answer to a form about a state that was saved before; null if the form was not saved. */
export const savedBefore = (
  services: Pick<Services, "db">,
  member: Member,
  submission: string,
): Promise<Saved | null> => answerOnce<Saved>(services, member, { submission, kind: taxStateRecord.kind });

/** Waits until this process uses the stored rates and rules, but at most one second. */
export const ratesInForce = ({ reloadTaxes }: Pick<Services, "reloadTaxes">): Promise<void> =>
  inForce(reloadTaxes, "rates of tax");
