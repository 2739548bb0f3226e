import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import type { OrderForm } from "../act-as-member.server";
import { cancelAsMember } from "../order-acts.server";
import { type CancelReason, LATE_OR_LOST } from "../reasons";
import { refundAsMember } from "../refunds/refund-as-member.server";
import { restOfOrder } from "./rest-of-order.server";

const LATE: CancelReason = "It did not leave in time";

/**
 * Refunds what has not left of an order, as `restOfOrder` says.
 *
 * @throws {Refusal} as `cancelAsMember` and `refundAsMember`.
 */
export async function refundOwedBack(services: Services, member: Member, form: OrderForm): Promise<void> {
  const { isCancelled, ...rest } = await restOfOrder(services.db, form.number);
  if (isCancelled) return cancelAsMember(services, member, form, LATE);
  return refundAsMember(services, member, form, { ...rest, restock: true, reason: LATE_OR_LOST });
}
