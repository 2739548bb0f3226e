import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { actOnOrder, type OrderForm } from "../act-as-member.server";
import { type Change, changeOrder } from "../change-order.server";
import { NOTIFY_DELAY, type NotifyDelay } from "../letters/letter-jobs";
import { orders } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend } from "../parcels/pieces";
import { type Delay, endOfDelay, FURTHEST_DAYS, SILENCE_DAYS, shipByAfter } from "./delay";
import { lastDelayOf } from "./order-delays.server";
import { orderDelays } from "./order-delays.tables";

type Acting = Pick<Services, "db" | "jobs" | "settings">;

/**
 * Tells the shopper by letter that what is left of an order leaves later: on a new day, or on none that is known (null).
 *
 * @throws {Refusal} as `tellDelay` and `admitLetterByHand`, and `right-missing`.
 */
export const tellDelayAsMember = (
  services: Acting,
  member: Member,
  form: OrderForm,
  newDay: string | null,
  now = new Date(),
): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.change", field: "delayed" }, async (inside, change) => {
    await tellDelay(inside, change, newDay, now);
    const [order] = await inside.db.select({ email: orders.email }).from(orders).where(eq(orders.number, form.number));
    await admitLetterByHand(inside.db, { memberId: member.id, to: order?.email ?? "" });
    return { new: newDay ?? "" };
  });

/**
 * Records a delay, with the day by which the order has to leave now, and enqueues its letter. An order that was promised no day
 * counts as promised `SILENCE_DAYS` after its payment, as the law has it.
 *
 * @throws {Refusal} as `changeOrder`; `order-state` if nothing waits to be sent; `input-invalid` for a day that is not after today
 * and after the promised one, or too far ahead, and without a day if the shopper waits without one.
 */
export async function tellDelay(
  services: Acting,
  change: Change,
  newDay: string | null,
  now = new Date(),
): Promise<void> {
  const zone = services.settings().timeZone;
  await changeOrder(services.db, change, "delayed", { newDay }, async (tx, { number, state }) => {
    const [order] = await tx.select().from(orders).where(eq(orders.number, number));
    const isOpen = order?.paidAt && state !== "cancelled" && allLeftToSend(await lineProgress(tx, number)).length > 0;
    if (!order?.paidAt || !isOpen) throw new Refusal("order-state");
    const today = dayIn(now, zone);
    const last = await lastDelayOf(tx, number);
    const waitsWithoutDay = last?.answer === "wait" && last.newDay === null;
    const promised = waitsWithoutDay ? today : (order.shipBy ?? dayAfter(dayIn(order.paidAt, zone), SILENCE_DAYS));
    const wrong = wrongDay(newDay, { promised, today, waitsWithoutDay });
    if (wrong) throw new Refusal("input-invalid", { fields: { newDay: wrong } });
    const endsOn = waitsWithoutDay ? null : endOfDelay({ promised, newDay, isFurther: last !== undefined, today });
    const delay: Delay = { promised, newDay, endsOn, answer: null };
    const id = randomUUID();
    await tx.insert(orderDelays).values({ id, orderNumber: number, toldAt: now, ...delay });
    await tx
      .update(orders)
      .set({ shipBy: shipByAfter(delay) })
      .where(eq(orders.number, number));
    await services.jobs.enqueue(tx, NOTIFY_DELAY, { delayId: id } satisfies NotifyDelay, { key: id });
    return { to: null, details: { ...delay, delayId: id } };
  });
}

interface Known {
  promised: string;
  today: string;
  waitsWithoutDay: boolean;
}

/** Message about a new day that cannot be told; undefined for one that can. */
function wrongDay(newDay: string | null, { promised, today, waitsWithoutDay }: Known): string | undefined {
  if (newDay === null) return waitsWithoutDay ? "The shopper waits without a day already. Name a day." : undefined;
  if (newDay <= today) return "Choose a day after today.";
  if (newDay <= promised) return "This day was promised anyway. Choose a later one.";
  return newDay > dayAfter(today, FURTHEST_DAYS) ? "Choose a day within a year." : undefined;
}
