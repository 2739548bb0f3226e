import { data } from "react-router";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { storePendingForm } from "~/shop/members/pending-forms.server";
import { addNote, deliverAsMember, packAsMember, putNoteAway, unpackAsMember } from "~/shop/orders/order-acts.server";
import { endChangeAsMember, holdChangeLonger, sendChangeAgain } from "~/shop/orders/changes/change-as-member.server";
import { handleRefund } from "~/shop/orders/refunds/refund-as-member.server";
import { Refusal } from "~/shop/refusal";
import { actId } from "~/shop/audit/submission-id.server";
import { isUuid } from "~/shop/is-uuid";
import type { SentForm } from "../forms/form-action.server";
import { doneOnOrder } from "./order-refusals.server";
import { Note } from "./order-fields";

/**
 * Runs the act of a button on an order's page; status 400 for an unknown act. An unsaved note is shown again on the next page.
 */
export async function actOnOrder(sent: SentForm, { step: named, note }: { step: string; note: string }) {
  const { services, member, params } = sent;
  const { number = "" } = params;
  const step = readStep(named);
  if (!step) throw data(null, { status: 400 });
  // Each act of the page gets a separate submission id.
  const submission = actId(sent.submission, `${step.intent} ${step.target}`);
  const form = { submission, number, version: step.version ?? sent.version };
  const work = workOf(services, member, form, { ...step, note });
  if (!work) throw data(null, { status: 400 });
  return doneOnOrder({ params, submission }, async () => {
    await work();
    const kept = step.intent === "note" ? undefined : await keptNote(services, member, number, note);
    return { to: `/orders/${number}${kept ? `?kept=${kept}` : ""}`, act: submission };
  });
}

/** Stores an unsaved note until the member's next page shows it, because its text must not be in an address. */
async function keptNote(services: Services, { id: memberId }: Member, number: string, note: string) {
  if (note.trim() === "") return undefined;
  const form = { address: `/back-office/orders/${number}`, values: { note } };
  return storePendingForm(services, { memberId }, form, new Date());
}

interface Step {
  intent: string;
  /** Id of the parcel, note or refund that the act changes; empty for the order. */
  target: string;
  /** Version of the changed record; undefined for an act on the order itself. */
  version?: number;
}

interface Asked extends Step {
  note: string;
}

/** Parses a button's value: act, target and version. A form sent without a button saves the note. */
function readStep(text: string): Step | undefined {
  const [intent = "", target = "", version = ""] = text.split(" ");
  if (target !== "" && !NUMBER.test(target) && !isUuid(target)) return undefined;
  if (version !== "" && !NUMBER.test(version)) return undefined;
  return { intent, target, ...(version !== "" && { version: Number(version) }) };
}

const NUMBER = /^\d{1,9}$/;

function workOf(
  services: Services,
  member: Member,
  form: { submission: string; number: string; version: number },
  { intent, target, note }: Asked,
): (() => Promise<unknown>) | undefined {
  switch (intent) {
    case "pack":
      return () => packAsMember(services, member, form);
    case "unpack":
      return () => unpackAsMember(services, member, form);
    case "arrived":
      return () => deliverAsMember(services, member, form, numberOf(target));
    case "handled":
      return () => handleRefund(services, member, form, target);
    case "change-again":
      return () => sendChangeAgain(services, member, form, target);
    case "change-longer":
      return () => holdChangeLonger(services, member, form, target);
    case "change-end":
      return () => endChangeAsMember(services, member, form, target);
    case "note":
      return async () => {
        const { data: text, error } = Note.safeParse(note);
        if (error) throw new Refusal("input-invalid", { fields: { note: error.issues[0]?.message ?? "" } });
        await addNote(services, member, form, text);
      };
    case "away":
      return () => putNoteAway(services, member, form, numberOf(target));
    default:
      return undefined;
  }
}

/** Parses the number of a parcel or note; 0, which no record has, for invalid numbers. */
const numberOf = (target: string): number => (NUMBER.test(target) ? Number(target) : 0);
