import { z } from "zod";
import type { Services } from "~/services";
import type { Saved, Stale } from "~/shop/audit/saving";
import { save } from "~/shop/audit/save.server";
import { commentRecord } from "~/shop/blog/comment-queue.server";
import { signupRecord } from "~/shop/community/signup-queue.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { requireRight } from "~/shop/members/rights.server";
import { isStanding, reasonsToHide, type Standing } from "~/shop/moderation";
import { answerQuestion } from "~/shop/reviews/answer-question.server";
import { questionRecord, reviewRecord, ShopAnswer } from "~/shop/reviews/moderated-records.server";
import { sentenceTime } from "~/shop/shop-time";
import { readFields } from "../form-answers";
import type { EntryName } from "./queue-view";
import { standingWords } from "./shown-entry";

const records = { review: reviewRecord, question: questionRecord, comment: commentRecord, "sign-up": signupRecord };

const Sent = z.object({ submission: z.uuid(), version: z.coerce.number().int().positive() });

const Verdict = z.discriminatedUnion("verdict", [
  Sent.extend({ verdict: z.literal("approve") }),
  Sent.extend({ verdict: z.literal("wait") }),
  Sent.extend({ verdict: z.literal("hide"), reason: z.enum(reasonsToHide, "Choose why. Stars are no reason.") }),
  Sent.extend({ verdict: z.literal("answer"), answer: ShopAnswer }),
]);
type Verdict = z.infer<typeof Verdict>;

/** What came of a verdict. */
export type Decision =
  | { kind: "done"; act: string }
  | { kind: "wrong"; errors: Record<string, string>; answer: string }
  | { kind: "late"; message: string; answer: string };

/**
 * Does what a member decided about an entry, once.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `submission-foreign`.
 */
export async function decide(
  services: Services,
  member: Member,
  entry: EntryName,
  values: Record<string, string>,
  now: Date,
): Promise<Decision> {
  await requireRight(services, member, "queue.moderate");
  const answer = values.answer ?? "";
  const { fields: verdict, errors } = readFields(Verdict, values);
  if (!verdict) return { kind: "wrong", errors, answer };
  const saved = await savedVerdict(services, member, entry, verdict, now);
  if (saved.saved && saved.changed > 0) return { kind: "done", act: saved.act };
  return { kind: "late", message: await lateWords(services, saved, now), answer };
}

function savedVerdict(
  services: Services,
  member: Member,
  { kind, id }: EntryName,
  verdict: Verdict,
  now: Date,
): Promise<Saved | Stale> {
  const { submission, version } = verdict;
  if (verdict.verdict === "answer" && kind === "question")
    return answerQuestion(services, member, { id, version, submission, answer: verdict.answer }, now);
  const standing: Standing =
    verdict.verdict === "hide" ? `hidden:${verdict.reason}` : verdict.verdict === "wait" ? "waiting" : "approved";
  const values =
    verdict.verdict === "answer" && kind === "review" ? { standing, answer: verdict.answer } : { standing };
  return save(services, member, {
    submission,
    action: verdict.verdict,
    edits: [{ kind: records[kind], id, version, values }],
  });
}

/** Who was first, and with what. */
async function lateWords({ db, settings }: Services, saved: Saved | Stale, now: Date): Promise<string> {
  if (saved.saved) return "Somebody was a moment earlier, and decided the same.";
  const fields = saved.stale.flatMap((record) => record.fields);
  const field = fields.find(({ by }) => by !== null);
  const who = (field?.by && (await memberNames(db)).get(field.by)) || "Somebody";
  const standing = fields.find((each) => each.field === "standing")?.theirs;
  const when = field?.at ? ` ${sentenceTime(new Date(field.at), now, settings().timeZone)}` : "";
  return `${who} decided about this${when}, after you opened it${isStanding(standing) ? `. It is: ${standingWords(standing).toLowerCase()}` : ""}. Nothing of yours was done.`;
}
