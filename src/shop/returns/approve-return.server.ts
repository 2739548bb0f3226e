import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { recordEvent } from "~/shop/orders/orders.server";
import { Refusal } from "~/shop/refusal";
import { actOnReturn, type ReturnForm, type ReturnStep, takeStep } from "./return-acts.server";
import { INSTRUCT_RETURN, NOTIFY_LABEL, NOTIFY_REFUSED, type OfReturn } from "./return-letter-jobs";
import { returnByNumber } from "./returns.server";
import { LabelUrl, ReturnWords, textOf } from "./return-texts";

type Inside = Pick<Services, "db" | "jobs">;

/**
 * Approves a return that was started: its instructions are sent, with the label when there is one. Of a return that was approved by
 * itself, the label follows in a letter of its own; without a label it is noted that none is needed.
 *
 * @throws {Refusal} `return-unknown`, `edited-meanwhile`; `order-state` for one that was refused, has arrived, or had its label.
 */
export async function approveReturn(
  services: Inside,
  step: ReturnStep,
  labelUrl = "",
  now = new Date(),
): Promise<void> {
  const { number, actor } = step;
  await services.db.transaction(async (tx) => {
    const found = await returnByNumber(tx, number);
    if (!found) throw new Refusal("return-unknown");
    const { approvedAt, answeredAt } = found.row;
    if (answeredAt && found.row.version === step.version) throw new Refusal("order-state");
    const set = { approvedAt: approvedAt ?? now, answeredAt: now, labelUrl };
    const { orderNumber } = await takeStep(tx, step, ["started"], set);
    const details = { return: number, hasLabel: labelUrl !== "" };
    await recordEvent(tx, orderNumber, "return-approved", actor, { details, onceKey: `return-approved:${number}` });
    const letter: OfReturn = { number };
    if (!approvedAt) await services.jobs.enqueue(tx, INSTRUCT_RETURN, letter, { key: number });
    else if (labelUrl !== "") await services.jobs.enqueue(tx, NOTIFY_LABEL, letter, { key: number });
  });
}

/**
 * As `approveReturn`, by a member.
 *
 * @throws {Refusal} also `right-missing`, and `input-invalid` for what is no address.
 */
export async function approveAsMember(
  services: Inside,
  member: Member,
  form: ReturnForm,
  label: string,
): Promise<void> {
  const act = { right: "returns.settle", field: "approved" } as const;
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const url = textOf(LabelUrl, "label", label);
    await approveReturn(inside, step, url);
    return url === "" ? "without a label" : "with a label";
  });
}

/**
 * Refuses a return until it is received, with words that its shopper gets by mail. What was to come back may be asked for again.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `return-unknown`, `edited-meanwhile`; `order-state` once it was received.
 */
export async function refuseReturn(
  services: Inside,
  member: Member,
  form: ReturnForm,
  typed: string,
  now = new Date(),
): Promise<void> {
  const act = { right: "returns.settle", field: "refused" } as const;
  await actOnReturn(services, member, form, act, async ({ db: tx, jobs }, step) => {
    const words = textOf(ReturnWords.min(1, "Write to the shopper why it cannot come back."), "words", typed);
    const { number, actor } = step;
    const set = { state: "refused", refusedAt: now, words } as const;
    const { orderNumber } = await takeStep(tx, step, ["started"], set);
    const event = { details: { return: number }, onceKey: `return-refused:${number}` };
    await recordEvent(tx, orderNumber, "return-refused", actor, event);
    await jobs.enqueue(tx, NOTIFY_REFUSED, { number } satisfies OfReturn, { key: number });
    return "with words";
  });
}
