import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { addNote, deliverAsMember, packAsMember } from "~/shop/orders/order-acts.server";
import { orderNoteRecord } from "~/shop/orders/order-records.server";
import { handleRefund } from "~/shop/orders/refunds/refund-as-member.server";
import { Refusal } from "~/shop/refusal";
import { isId } from "../is-id";
import { actId, answered, formFacts } from "./order-refusals.server";
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
      return () => deliverAsMember(services, member, form, Number(target));
    case "handled":
      return () => handleRefund(services, member, form, target);
    case "note":
      return async () => {
        const { data: text, error } = Note.safeParse(note);
        if (error) throw new Refusal("input-invalid", { fields: { note: error.issues[0]?.message ?? "" } });
        await addNote(services, member, form, text);
      };
    case "away":
      return () => putAway(services, member, form.submission, { id: target, version: form.version });
    default:
      return undefined;
  }
}

/** Puts a note away; `version` is the note's own. */
async function putAway(
  services: Services,
  member: Member,
  submission: string,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const edit = { kind: orderNoteRecord, id, version, values: { isRemoved: true } };
  const answer = await save(services, member, { submission, edits: [edit] });
  if (!answer.saved) throw new Refusal("edited-meanwhile");
}
