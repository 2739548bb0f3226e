import { byName } from "~/platform/by-name";
import type { Services } from "~/services";
import type { Act } from "~/shop/audit/acts.server";
import { counted, sentence, WAIT_FOR_MAIL, WAITS_FOR_MAIL } from "../count-texts";
import { kindNamed } from "../record-kinds.server";
import { changeWords } from "./change-words.server";
import type { LoggedAct, RecordNames } from "./log-kind";

/** Sentences about acts on many records at once, by action. */
const byAction = byName<(count: number, isDelivering: boolean) => string>({
  pack: (count) => `${counted(count, "order is", "orders are")} packed.`,
  ship: (count, isDelivering) =>
    `${counted(count, "order was", "orders were")} sent${isDelivering ? `, ${counted(count, "letter goes", "letters go")} out` : ""}.`,
  "hide-invented": () => "What you ticked is hidden from shoppers, and stays in Words.",
});

/** Sentence about an act with several changes; also says whether the act published a product. */
function changedWords(changes: Act["changes"], count: number): string {
  const published = changes.filter(
    ({ kind, field, new: now }) => kind === "product" && field === "publishedStatus" && now === "published",
  );
  return published.length === 1
    ? `${counted(count - 1, "thing was", "things were")} changed, and it is on the shop.`
    : `${counted(count, "thing was", "things were")} changed.`;
}

/**
 * Adds to `actSentence` the number of changes that an undo skipped, and a note about unsent letters if no mail server is set up.
 */
export function doneSentence(
  act: Pick<Act, "action" | "changes" | "count" | "reason">,
  names: RecordNames,
  { mail: { isDelivering }, settings }: Pick<Services, "mail" | "settings">,
): string {
  const note = act.action === "undo" && act.reason ? ` ${act.reason}` : "";
  const told = kindNamed(act.changes[0]?.kind ?? "")?.told?.(act.changes) ?? "";
  const said = actSentence(act, names, settings().timeZone, isDelivering) + note + told;
  const isMailed = act.changes.some((change) => kindNamed(change.kind)?.isMailed?.(change));
  if (isDelivering || !isMailed) return said;
  const isOfMany = act.count > 1 && byAction[act.action] !== undefined;
  return `${said} ${isOfMany ? `The letters about them ${WAIT_FOR_MAIL}` : `The letter about it ${WAITS_FOR_MAIL}`}.`;
}

/** Describes an act in one sentence. */
export function actSentence(act: LoggedAct, names: RecordNames, zone: string, isDelivering = true): string {
  const { action, changes, count } = act;
  const [first] = changes;
  if (!first) return "Nothing was changed.";
  const own = kindNamed(first.kind)?.sentence?.(act, names, isDelivering);
  if (own) return own;
  const many = byAction[action];
  if (count > 1 && many) return many(count, isDelivering);
  const { what, to } = changeWords(first, names, zone);
  if (count > 1)
    return action === "undo"
      ? `${counted(count, "change was", "changes were")} taken back.`
      : changedWords(changes, count);
  if (action !== "undo") return sentence(`${what}: ${to}`);
  return `Taken back: ${what} is ${/[.!?\n]/.test(to) || to.length > 60 ? "as before" : `${to} again`}.`;
}
