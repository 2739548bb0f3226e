import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { storePendingForm } from "~/shop/members/pending-forms.server";
import { addNote, deliverAsMember, packAsMember, putNoteAway, unpackAsMember } from "~/shop/orders/order-acts.server";
import { handleRefund } from "~/shop/orders/refunds/refund-as-member.server";
import { Refusal } from "~/shop/refusal";
import { actId } from "../act-id.server";
import { isId } from "../is-id";
import { answered, formFacts } from "./order-refusals.server";
import { Note } from "./order-fields";

type Values = Record<string, string>;

/**
 * Does what a button of an order's own page asks for; nothing when the form cannot be read. A note that was being written meanwhile
 * comes back with the page.
 */
export async function actOnOrder(services: Services, member: Member, number: string, values: Values) {
  const facts = formFacts(values);
  const step = readStep(values["step"]);
  if (!facts || !step) return undefined;
  const act = actId(facts.page, `${step.intent} ${step.target}`);
  const form = { submission: act, number, version: step.version ?? facts.version };
  const { note = "" } = values;
  const work = workOf(services, member, form, { ...step, note });
  if (!work) return undefined;
  return answered(values, `/orders/${number}?done=${act}`, work, async () =>
    step.intent === "note" ? undefined : keptNote(services, member, number, note),
  );
}

/** Keeps a note that is half written for the page that its writer sees next; its text stands in no address. */
async function keptNote(services: Services, { id: memberId }: Member, number: string, note: string) {
  if (note.trim() === "") return undefined;
  const form = { address: `/back-office/orders/${number}`, values: { note } };
  return storePendingForm(services, { memberId }, form, new Date());
}

interface Step {
  intent: string;
  /** The parcel, note or refund it is about. */
  target: string;
  /** The version of what it is about, where that is not the order. */
  version?: number;
}

interface Asked extends Step {
  note: string;
}

/** Reads a button's value: its intent, its target, and the target's version. Without a button the intent is the note. */
function readStep(text = "note"): Step | undefined {
  const [intent = "", target = "", version = ""] = text.split(" ");
  if (target !== "" && !NUMBER.test(target) && !isId(target)) return undefined;
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

/** The number of a parcel or note; 0, which none has, for anything else. */
const numberOf = (target: string): number => (NUMBER.test(target) ? Number(target) : 0);
