import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { addNote, deliverAsMember, packAsMember, putNoteAway } from "~/shop/orders/order-acts.server";
import { handleRefund } from "~/shop/orders/refunds/refund-as-member.server";
import { Refusal } from "~/shop/refusal";
import { actId } from "../act-id.server";
import { isId } from "../is-id";
import { answered, formFacts } from "./order-refusals.server";
import { Note } from "./order-fields";

type Values = Record<string, string>;

/** Does what a button of an order's own page asks for; nothing when the form cannot be read. */
export async function doOnPage(services: Services, member: Member, number: string, values: Values) {
  const facts = formFacts(values);
  const { intent = "", target = "" } = values;
  if (!facts || (target !== "" && !/^\d{1,9}$/.test(target) && !isId(target))) return undefined;
  const act = actId(facts.page, `${intent} ${target}`);
  const form = { submission: act, number, version: facts.version };
  const work = workOf(services, member, form, { intent, target, note: values["note"] ?? "" });
  return work && answered(values, `/orders/${number}?done=${act}`, work);
}

interface Asked {
  intent: string;
  /** The parcel, note or refund it is about. */
  target: string;
  note: string;
}

function workOf(
  services: Services,
  member: Member,
  form: { submission: string; number: string; version: number },
  { intent, target, note }: Asked,
): (() => Promise<unknown>) | undefined {
  switch (intent) {
    case "pack":
      return () => packAsMember(services, member, form);
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
const numberOf = (target: string): number => (/^\d{1,9}$/.test(target) ? Number(target) : 0);
