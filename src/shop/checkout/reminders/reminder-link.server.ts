import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { isUuid } from "~/shop/is-uuid";
import { goodsOfReminder, type RemindedGoods } from "./goods-of-reminder.server";
import { checkoutReminders } from "./reminders.tables";

const PURPOSE = "unfinished checkout";

/** Signed path of the page that brings the bag of an unfinished checkout to any device. */
export const reminderPath = ({ sealer }: Pick<Services, "sealer">, id: string): string =>
  `/your-bag/${id}/${sealer.sign(PURPOSE, id)}`;

/**
 * Goods of a link: null if they are not kept any more; undefined for a link that this shop did not sign. Reads only: neither address nor
 * anything that was typed is in the answer.
 */
export async function bagOfLink(
  { db, sealer, settings }: Pick<Services, "db" | "sealer" | "settings">,
  { id, signature }: { id: string; signature: string },
): Promise<{ bag: RemindedGoods | null } | undefined> {
  if (!isUuid(id) || !sealer.isSigned(PURPOSE, id, signature)) return undefined;
  const [found] = await db
    .select({ bag: checkoutReminders.bag })
    .from(checkoutReminders)
    .where(eq(checkoutReminders.id, id));
  return { bag: found ? await goodsOfReminder(db, found.bag, settings().heldPieces) : null };
}
