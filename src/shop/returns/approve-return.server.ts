import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { actorOf } from "~/shop/members/actor-of";
import { requireRight } from "~/shop/members/rights.server";
import { endChange } from "~/shop/orders/changes/end-change.server";
import { lockOrder } from "~/shop/orders/changes/lock-order.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { endExchange } from "~/shop/orders/exchanges/end-exchange.server";
import { recordEvent } from "~/shop/orders/orders.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { actOnReturn, type ReturnForm, type ReturnStep, takeStep } from "./return-acts.server";
import { dropLabel, keepLabel } from "./label-file.server";
import { INSTRUCT_RETURN, NOTIFY_LABEL, NOTIFY_REFUSED, type OfReturn } from "./return-letter-jobs";
import { returnByNumber } from "./returns.server";
import { labelMissing, type LabelSent, labelUrlIn } from "./return-label-form";
import { ReturnWords, textOf } from "./return-schemas";

type Inside = Pick<Services, "db" | "jobs">;

/** Label of an approved return: the address of its file, a promise that it will be sent later, or none. */
export type LabelAnswer = { url: string } | "follows" | "none";

/**
 * Approves a return, or answers about the label after the approval. The letter links the label, promises it for later, or says
 * that there is none. A member can send a label after either of the last two.
 *
 * @throws {Refusal} `return-unknown`, `edited-meanwhile`; `order-state` for a return that was refused, has arrived, already has
 * its label, or already has the same answer.
 */
export async function approveReturn(
  services: Inside,
  step: ReturnStep,
  label: LabelAnswer = "follows",
  now = new Date(),
): Promise<void> {
  const { number, actor } = step;
  await services.db.transaction(async (tx) => {
    const found = await returnByNumber(tx, number);
    if (!found) throw new Refusal("return-unknown");
    const { approvedAt, answeredAt, labelUrl } = found.row;
    const url = typeof label === "object" ? label.url : "";
    const isSaid = labelUrl !== "" || (approvedAt !== null && label === "follows") || (answeredAt && label === "none");
    if (isSaid && found.row.version === step.version) throw new Refusal("order-state");
    const set = { approvedAt: approvedAt ?? now, answeredAt: label === "follows" ? null : now, labelUrl: url };
    const { orderNumber } = await takeStep(tx, step, ["started"], set);
    const onceKey = `return-approved:${number}${approvedAt ? `:${step.version}` : ""}`;
    await recordEvent(tx, orderNumber, "return-approved", actor, {
      details: { return: number, hasLabel: url !== "", ...(approvedAt && { isAfter: true }) },
      onceKey,
    });
    const letter: OfReturn = { number };
    if (!approvedAt) await services.jobs.enqueue(tx, INSTRUCT_RETURN, letter, { key: number });
    else await services.jobs.enqueue(tx, NOTIFY_LABEL, letter, { key: `${number} ${url === "" ? "none" : "label"}` });
  });
}

/**
 * Like `approveReturn`, for a member's form.
 *
 * @throws {Refusal} also `right-missing`, and `input-invalid` for a label that is neither an address nor a PDF or PNG, and for
 * contradictory or missing entries.
 */
export async function approveAsMember(
  services: Inside & Pick<Services, "sealer" | "address">,
  member: Member,
  form: ReturnForm,
  sent: LabelSent,
): Promise<void> {
  const act = { right: "returns.settle", field: "approved" } as const;
  const { file, hasNone } = sent;
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const typed = labelUrlIn(sent);
    const found = await returnByNumber(inside.db, step.number);
    if (typed === "" && !file && !hasNone && found?.row.approvedAt) throw labelMissing();
    const url = file && found ? await keepLabel(inside, step.number, file) : typed;
    await approveReturn(inside, step, url !== "" ? { url } : hasNone ? "none" : "follows");
    return url !== "" ? "with a label" : hasNone ? "without a label" : "before its label is sent";
  });
}

/**
 * Refuses a return before it arrives; the member's explanation is mailed to its shopper. The shopper may start another return of
 * the same pieces. Goods reserved for an exchange are released, and the payment for the exchange is refunded.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `return-unknown`, `edited-meanwhile`; `order-state` once it was received;
 * `payment-processing` while the payment for the exchange is being processed; `gateway-unavailable`.
 */
export async function refuseReturn(
  services: Services,
  member: Member,
  form: ReturnForm,
  typed: string,
  now = new Date(),
): Promise<void> {
  const act = { right: "returns.settle", field: "refused" } as const;
  textOf(WordsOfRefusal, "words", typed);
  await requireRight(services, member, act.right);
  await stopDifference(services, member, form);
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const { db: tx, jobs } = inside;
    const words = textOf(WordsOfRefusal, "words", typed);
    const { number, actor } = step;
    const found = await returnByNumber(tx, number);
    if (!found) throw new Refusal("return-unknown");
    // Global lock order, which prevents deadlocks: payments, order, dependent rows.
    await refundableMoney(tx, found.order.number);
    await lockOrder(tx, found.order.number);
    if ((await exchangeToPay(tx, number))?.state === "waiting") throw new Refusal("edited-meanwhile");
    const set = { state: "refused", refusedAt: now, words } as const;
    const { orderNumber } = await takeStep(tx, step, ["started"], set);
    await dropLabel(tx, number);
    await endExchange(tx, inside, { returnNumber: number, orderNumber }, actor, now);
    const event = { details: { return: number }, onceKey: `return-refused:${number}` };
    await recordEvent(tx, orderNumber, "return-refused", actor, event);
    await jobs.enqueue(tx, NOTIFY_REFUSED, { number } satisfies OfReturn, { key: number });
    return "with words";
  });
}

const WordsOfRefusal = ReturnWords.min(1, "Write to the shopper why it cannot come back.");

/** Cancels an unpaid payment for an exchange: first at the gateway, so that it cannot be paid any more. */
async function stopDifference(services: Services, member: Member, { number, version }: ReturnForm): Promise<void> {
  const found = await returnByNumber(services.db, number);
  const change = await exchangeToPay(services.db, number);
  if (found?.row.version !== version || found.row.state !== "started" || change?.state !== "waiting") return;
  const ending = await endChange(services, change.id, { by: "member", actor: actorOf(member) });
  if (ending === "processing")
    throw new Refusal("payment-processing", { details: { orderNumber: found.order.number } });
}
