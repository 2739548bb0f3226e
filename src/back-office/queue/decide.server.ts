import { save } from "~/shop/audit/save.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import type { Services } from "~/services";
import { orNotFound } from "~/shop/form";
import { memberNames } from "~/shop/members/member-names.server";
import { isStanding } from "~/shop/moderation";
import { answerQuestion } from "~/shop/reviews/answer-question.server";
import { sentenceTime } from "~/shop/shop-time";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { queueAddress, entryName, entryNamed, type QueuePart, queuePart } from "./queue-view";
import { queues } from "./queues.server";
import { moderationWords } from "./shown-entry";

/** Decision about an entry of the queue: its new standing, and the shop's answer. */
interface Decided {
  action: "approve" | "wait" | "hide" | "answer";
  values: FieldValues & { answer?: string };
}

/** Applies a member's decision about the entry in the address, and redirects to the next entry. */
export async function decide(sent: SentForm, { action, values }: Decided): Promise<FormOutcome> {
  const { services, member, params, submission, version } = sent;
  const part = orNotFound(queuePart(params.part));
  const entry = orNotFound(entryNamed(params.entry));
  const { kind, id } = entry;
  const { answer, ...standing } = values;
  const now = new Date();
  const saved =
    answer !== undefined && kind === "question"
      ? await answerQuestion(services, member, { id, version, submission, answer }, now)
      : await save(services, member, {
          submission,
          action,
          edits: [{ kind: queues[kind].record, id, version, values: kind === "review" ? values : standing }],
        });
  if (!saved.saved || saved.changed === 0) return { late: await lateWords(services, saved, now) };
  return { to: afterVerdict(part, entryName(entry)), act: saved.act };
}

/** Address after a verdict: the next waiting entry, or the same entry if it had been decided before. */
const afterVerdict = (part: QueuePart, name: string): string =>
  part === "decided" ? `/queue/decided/${name}` : queueAddress(part, { after: name });

/** Message about another member's earlier decision. */
async function lateWords({ db, settings }: Services, saved: Saved | Stale, now: Date): Promise<string> {
  if (saved.saved) return "Somebody was a moment earlier, and decided the same.";
  const fields = saved.stale.flatMap((record) => record.fields);
  const field = fields.find(({ by }) => by !== null);
  const who = (field?.by && (await memberNames(db)).get(field.by)) || "Somebody";
  const standing = fields.find((each) => each.field === "standing")?.theirs;
  const when = field?.at ? ` ${sentenceTime(new Date(field.at), now, settings().timeZone)}` : "";
  return `${who} decided about this${when}, after you opened it${isStanding(standing) ? `. It is: ${moderationWords(standing).toLowerCase()}` : ""}. Nothing of yours was done.`;
}
