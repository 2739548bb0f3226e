import type { Services } from "~/services";
import { answered, once } from "~/shop/audit/once.server";
import { actId, shownForm } from "~/shop/audit/submission-id.server";
import type { Member } from "~/shop/members/member";
import type { FormOutcome } from "./form-outcome.server";

/** Outcomes that are told again to a form that is sent again: what was saved, wholly or in part. */
type Kept = Extract<FormOutcome, { to: string } | { rest: object }>;
type Stored = Kept & { saved: true };

interface SentOnce {
  submission: string;
  /** Path of the form's page. */
  page: string;
}

/** Forms whose act is running in this process, by their ids as they were shown: the same form waits for its first request. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs the act of a form, or returns the outcome of the same form sent before. Rooms do an act once, but many acts first compare
 * the form with what is stored, which has changed after the first request; so the outcome is stored beside the act.
 *
 * @throws {Refusal} `sent-before` when the form as it was shown was done with other values; `submission-foreign` when it was sent
 * by another member or from another page; and refusals of the act.
 */
export async function outcomeOnce(
  { db }: Pick<Services, "db">,
  member: Member,
  { submission, page }: SentOnce,
  act: () => Promise<FormOutcome>,
): Promise<FormOutcome> {
  const form = { submission: actId(submission, "outcome"), kind: "form", record: page };
  const [shown, earlier] = [shownForm(submission), running.get(shownForm(submission))];
  const work = (async () => {
    await earlier?.catch(() => undefined);
    return (await answered<Stored>(db, member, form)) ?? (await done());
  })();
  running.set(shown, work);
  try {
    return await work;
  } finally {
    if (running.get(shown) === work) running.delete(shown);
  }

  async function done(): Promise<FormOutcome> {
    try {
      const outcome = await act();
      if (isSaved(outcome)) return await once<Stored>({ db }, member, form, async () => ({ ...outcome, saved: true }));
      // Another process may have done the same form meanwhile.
      return (await answered<Stored>(db, member, form)) ?? outcome;
    } catch (error) {
      const meanwhile = await answered<Stored>(db, member, form).catch(() => undefined);
      if (meanwhile) return meanwhile;
      throw error;
    }
  }
}

/** Whether an outcome is one of an act in the log. Forms without one, such as the choice of rows for a preview, may be sent again. */
const isSaved = (outcome: FormOutcome): outcome is Kept =>
  ("rest" in outcome || "to" in outcome) && Boolean(outcome.act);
