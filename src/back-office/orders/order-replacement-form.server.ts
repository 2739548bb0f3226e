import { isWaiting } from "~/shop/orders/parcels/pieces";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { memberOrder } from "~/shop/orders/member-order.server";
import { groupOf } from "~/shop/orders/parcels/replacements.server";
import { whyNoRefund } from "./hold-words";
import { waitingInstead } from "./order-parcels.server";

/** Data of the forms about a replacement, with all replacements that are sent together with it; null for an unknown id. */
export async function replacementForm(
  services: Services,
  member: Member,
  { number = "", replacement = "" }: { number?: string | undefined; replacement?: string | undefined },
) {
  const order = await memberOrder(services, member, number);
  const own = order?.replacements.find(({ id }) => String(id) === replacement);
  if (!order || !own) return null;
  const group = JSON.stringify(groupOf(own));
  const first = order.replacements.find((each) => isWaiting(each) && JSON.stringify(groupOf(each)) === group);
  const shown = waitingInstead(order, () => null).find(({ id }) => id === first?.id);
  return {
    number,
    version: order.version,
    of: groupOf(own),
    to: order.to,
    dispute: order.dispute,
    isOpen: shown !== undefined,
    isUnconfirmed: order.money?.isUnconfirmed ?? false,
    whyNoRefund: order.money?.hold === "disputed" ? whyNoRefund(order.money) : "",
    title: shown?.title ?? "Sent, or not any more",
    text: shown?.text ?? "It does not wait to be sent any more.",
  };
}
