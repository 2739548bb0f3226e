import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { duringSpan } from "~/shop/during-days.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";

/** Reminders that were sent, and those after which an order of the mailbox was paid. */
interface ReminderFigures {
  sent: number;
  cameBack: number;
}

/**
 * Reminders that were sent on some days of the shop.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function remindersIn(
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  span: { from: string; to: string },
): Promise<ReminderFigures> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await db.execute<ReminderFigures & Record<string, unknown>>(sql`
    select count(*)::int as sent, count(came_back_at)::int as "cameBack" from reminder_letters
    where ${duringSpan(sql`sent_at`, span, settings().timeZone)}`);
  return rows[0] ?? { sent: 0, cameBack: 0 };
}
