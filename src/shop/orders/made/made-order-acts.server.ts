import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Actor, shopper } from "~/shop/actor";
import { logChanges } from "~/shop/audit/change-log.server";
import { answered, once } from "~/shop/audit/once.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { withdrawDraft } from "../drafting/withdraw-draft.server";
import { SEND_PAY_LINK, type SendPayLink } from "../letters/letter-jobs";
import { orders } from "../orders.tables";
import { MADE_ORDER, type MadeOrderAct } from "./make-order.server";
import { madeOrders } from "./made-orders.tables";

/** Form about an order that a member made. */
interface MadeForm {
  submission: string;
  number: string;
}

/**
 * Ends an unpaid order that a member made, once per form. Cancels its payment at the gateway first, so that its link can no
 * longer be paid, then releases its pieces. Shopper and member get a letter.
 *
 * @throws {Refusal} `right-missing`; `order-unknown`; `payment-arrived`, `payment-processing` if it was paid or is being paid;
 * `order-state` if it has ended before; `gateway-unavailable`, in which case nothing is ended.
 */
export async function endMadeOrder(
  services: Services,
  member: Member,
  { submission, number }: MadeForm,
  now = new Date(),
): Promise<void> {
  await requireRight(services, member, "orders.make");
  const form = { submission, kind: MADE_ORDER, record: number };
  if (await answered(services.db, member, form)) return;
  if ((await stateOf(services, number)) === "cancelled") throw new Refusal("order-state");
  const along = async (tx: Transaction) => {
    await once({ db: tx }, member, form, async (inner) => {
      await logChanges(inner, { memberId: member.id, submission, action: "ended", reason: "" }, [
        {
          kind: MADE_ORDER,
          record: number,
          version: 2,
          field: "ended" satisfies MadeOrderAct,
          old: "open",
          new: "ended",
        },
      ]);
      return { saved: true };
    });
  };
  await endAtGateway(services, number, { actor: actorOf(member), along }, now);
}

/**
 * Ends an unpaid order because its shopper declined it on the page of its link. Repeating it changes nothing.
 *
 * @throws {Refusal} as `endMadeOrder`, except `right-missing` and `order-state`.
 */
export async function declineMadeOrder(services: Services, number: string, now = new Date()): Promise<void> {
  if ((await stateOf(services, number)) === "cancelled") return;
  await endAtGateway(services, number, { actor: shopper }, now);
}

async function endAtGateway(
  services: Services,
  number: string,
  by: { actor: Actor; along?: (tx: Transaction) => Promise<void> },
  now: Date,
): Promise<void> {
  const outcome = await withdrawDraft(services, number, { cause: "called-off-unpaid", ...by }, now);
  const details = { orderNumber: number };
  if (outcome === "paid") throw new Refusal("payment-arrived", { details });
  if (outcome === "processing") throw new Refusal("payment-processing", { details });
}

async function stateOf({ db }: Pick<Services, "db">, number: string) {
  const [made] = await db
    .select({ state: orders.state })
    .from(orders)
    .innerJoin(madeOrders, eq(madeOrders.orderNumber, orders.number))
    .where(eq(orders.number, number));
  if (!made) throw new Refusal("order-unknown");
  return made.state;
}

/**
 * Sends the letter with the link to pay again, once per form; does not extend the time to pay.
 *
 * @throws {Refusal} `right-missing`; `order-state` if the order was paid or has ended; `letters-used-up`.
 */
export async function sendPayLinkAgain(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, number }: MadeForm,
): Promise<void> {
  await requireRight(services, member, "orders.make");
  await once(services, member, { submission, kind: MADE_ORDER, record: number }, async (tx) => {
    const [open] = await tx
      .select({ email: orders.email })
      .from(orders)
      .where(and(eq(orders.number, number), eq(orders.state, "awaiting-payment")))
      .for("update");
    const [made] = open
      ? await tx
          .update(madeOrders)
          .set({ letters: sql`${madeOrders.letters} + 1` })
          .where(eq(madeOrders.orderNumber, number))
          .returning({ round: madeOrders.letters })
      : [];
    if (!open || !made) throw new Refusal("order-state");
    await admitLetterByHand(tx, { memberId: member.id, to: open.email });
    const payload: SendPayLink = { number, round: made.round };
    await services.jobs.enqueue(tx, SEND_PAY_LINK, payload, { key: `${number} ${made.round}` });
    await logChanges(tx, { memberId: member.id, submission, action: "sent-again", reason: "" }, [
      {
        kind: MADE_ORDER,
        record: number,
        version: made.round,
        field: "sent-again" satisfies MadeOrderAct,
        old: null,
        new: "the link",
      },
    ]);
    return { saved: true };
  });
}
