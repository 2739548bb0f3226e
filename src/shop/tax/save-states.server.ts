import type { Services } from "~/services";
import { answerOnce } from "~/shop/audit/once.server";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import { inForce } from "~/shop/audit/settings-record.server";
import type { Member } from "~/shop/members/member";
import { taxStateRecord } from "./state-record.server";
import type { StateValues } from "./state-values";

/** Values that a form writes about a state, over the version that it was shown with. */
export interface StateEdit {
  state: string;
  version: number;
  values: Partial<StateValues>;
}

/**
 * Saves what was written about states, all or none, and waits until this process uses it; other processes follow within a second.
 *
 * @throws {Refusal} as `save`; `input-invalid` for a ticked state without any rate.
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

/** Answer to a form of a state that was saved before; null for a new one. */
export const savedBefore = (
  services: Pick<Services, "db">,
  member: Member,
  submission: string,
): Promise<Saved | null> => answerOnce<Saved>(services, member, { submission, kind: taxStateRecord.kind });

/** Waits until this process uses the stored rates and rules, for at most a second. */
export const ratesInForce = ({ reloadTaxes }: Pick<Services, "reloadTaxes">): Promise<void> =>
  inForce(reloadTaxes, "rates of tax");
