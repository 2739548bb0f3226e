import type { Services } from "~/services";
import type { Act } from "~/shop/audit/acts.server";
import { WAIT_FOR_MAIL, WAITS_FOR_MAIL } from "../count-words";
import { kindNamed } from "../record-kinds.server";
import { changeWords } from "./change-words.server";
import { editedSentence } from "./edited-sentence";
import type { Edits, LoggedAct, RecordNames } from "./log-kind";

/**
 * Adds to `actSentence` the number of changes that an undo skipped, and a note about unsent letters if no mail server is set up.
 */
export function doneSentence(
  act: Pick<Act, "action" | "changes" | "count" | "reason">,
  names: RecordNames,
  { mail: { isDelivering }, settings }: Pick<Services, "mail" | "settings">,
): string {
  const note = act.action === "undo" && act.reason ? ` ${act.reason}` : "";
  const told = kindNamed(mainChange(act)?.kind ?? "")?.told?.(act.changes) ?? "";
  const said = actSentence(act, names, settings().timeZone, isDelivering) + note + told;
  const mailed = act.changes.filter((change) => kindNamed(change.kind)?.isMailed?.(change));
  if (isDelivering || mailed.length === 0) return said;
  const isOfMany = new Set(mailed.map(({ record }) => record)).size > 1;
  return `${said} ${isOfMany ? `The letters about them ${WAIT_FOR_MAIL}` : `The letter about it ${WAITS_FOR_MAIL}`}.`;
}

/** Describes an act in one sentence. */
export function actSentence(act: LoggedAct, names: RecordNames, zone: string, isDelivering = true): string {
  const first = mainChange(act);
  if (!first) return "Nothing was changed.";
  const kind = kindNamed(first.kind);
  const own = kind?.sentence?.(act, names, isDelivering);
  if (own) return own;
  return editedSentence({
    act,
    first,
    edits: kind?.edits ?? UNKNOWN,
    names,
    fieldOf: ({ kind: of, field, record }) => (kindNamed(of)?.edits ?? UNKNOWN).field(field, record),
    words: (change) => changeWords(change, names, zone),
  });
}

/** Change that decides how an act is told: the first one of a record that is no part of another. */
const mainChange = ({ changes }: Pick<LoggedAct, "changes">) =>
  changes.find(({ kind }) => !kindNamed(kind)?.edits?.isPart) ?? changes[0];

/** Edits of a kind that only an older or a newer release of the shop knows. */
const UNKNOWN: Edits = { noun: ["record", "records"], field: () => "something that this shop does not know" };
