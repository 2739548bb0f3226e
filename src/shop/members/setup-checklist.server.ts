import { eq, or, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "./member";
import { recordMemberEvent } from "./record-member-event.server";
import { memberEvents } from "./member-events.tables";
import { requireRight } from "./rights.server";

/** Steps of opening a shop that a member confirms. */
export const checkedStepNames = ["goods", "texts", "delivery", "payments", "tax", "labels"] as const;
export type CheckedStep = (typeof checkedStepNames)[number];

/** Steps that were confirmed, and `letter-tested` if a test letter was sent. */
export async function checkedSteps({ db }: Pick<Services, "db">): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ step: sql<string>`coalesce(${memberEvents.details} ->> 'step', ${memberEvents.kind})` })
    .from(memberEvents)
    .where(or(eq(memberEvents.kind, "setup-checked"), eq(memberEvents.kind, "letter-tested")));
  return new Set(rows.map(({ step }) => step));
}

/**
 * Records that a member confirmed a step.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function checkStep(services: Pick<Services, "db">, member: Member, step: CheckedStep): Promise<void> {
  await requireRight(services, member, "settings.change");
  await recordMemberEvent(services.db, { kind: "setup-checked", memberId: member.id, details: { step } });
}

const SENTENCES = "promises";

/** Keys of the sentences on the shop of which a member said that they are true. */
export async function checkedSentences({ db }: Pick<Services, "db">): Promise<Set<string>> {
  const rows = await db
    .select({ keys: sql<unknown>`${memberEvents.details} -> 'sentences'` })
    .from(memberEvents)
    .where(sql`${eq(memberEvents.kind, "setup-checked")} and ${memberEvents.details} ->> 'step' = ${SENTENCES}`);
  return new Set(rows.flatMap(({ keys }) => (Array.isArray(keys) ? keys.map(String) : [])));
}

/**
 * Records that a member said of these sentences that they are true.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function checkSentences(
  services: Pick<Services, "db">,
  member: Member,
  sentences: readonly string[],
): Promise<void> {
  await requireRight(services, member, "settings.change");
  const details = { step: SENTENCES, sentences };
  await recordMemberEvent(services.db, { kind: "setup-checked", memberId: member.id, details });
}
