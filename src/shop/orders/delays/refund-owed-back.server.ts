import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import type { OrderForm } from "../act-as-member.server";
import { cancelAsMember } from "../order-acts.server";
import { parcels } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend } from "../parcels/pieces";
import { refundAsMember } from "../refunds/refund-as-member.server";

/** Reason stored with the refund; one of those that members can choose. */
const LATE = { whole: "It did not leave in time", rest: "Late or lost on the way" };

/**
 * Refunds what has not left of an order: cancels it if nothing has, otherwise gives back the pieces that are left.
 *
 * @throws {Refusal} as `cancelAsMember` and `refundAsMember`.
 */
export async function refundOwedBack(services: Services, member: Member, form: OrderForm): Promise<void> {
  const { db } = services;
  const hasLeft = (await db.$count(parcels, eq(parcels.orderNumber, form.number))) > 0;
  if (!hasLeft) return cancelAsMember(services, member, form, LATE.whole);
  const lines = allLeftToSend(await lineProgress(db, form.number));
  return refundAsMember(services, member, form, { lines, restock: true, reason: LATE.rest });
}
