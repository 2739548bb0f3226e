import { randomUUID } from "node:crypto";
import { data, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { changedSince } from "~/shop/audit/log.server";
import { formOf, orNotFound } from "~/shop/form";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { RETURN_ACT } from "~/shop/returns/return-acts.server";
import { returnFile } from "~/shop/returns/return-file.server";
import { sentenceTime } from "~/shop/shop-time";
import { declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { openReturn } from "./open-return.server";
import { DONE_WORDS } from "./return-texts";

type Context = Readonly<RouterContextProvider>;

/** A step of a return as its page shows it: the form's own id and versions, and whether the return is still at that step. */
export async function openStep(
  context: Context,
  number: string | undefined,
  { right, state }: { right: Right; state: "started" | "received" },
) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, right);
  const file = orNotFound(await returnFile(services, member, number ?? ""));
  const view = orNotFound(await openReturn(services, member, file.number));
  const form = { submission: randomUUID(), version: file.version, orderVersion: file.order.version };
  return { view, file, form, isOpen: file.state === state };
}

/** Fields that every form of a step sends. */
const Sent = z.object({
  submission: z.uuid(),
  version: z.coerce.number().int().positive(),
  orderVersion: z.coerce.number().int().positive().catch(1),
});
export type SentForm = z.infer<typeof Sent> & { number: string };

interface Step {
  services: Services;
  member: Member;
  form: SentForm;
  values: Record<string, string>;
}

/**
 * Takes a return a step on as its form says. What does not fit comes back with words beside the fields; when somebody else was
 * first, with who it was and what they did.
 */
export async function takeStep(
  context: Context,
  request: Request,
  number: string | undefined,
  act: (step: Step) => Promise<void>,
) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const values = await formOf(request);
  const sent = Sent.safeParse(values);
  if (!sent.success || !number) throw data(null, { status: 400 });
  const nul = Object.entries(values).find(([, value]) => value.includes("\0"));
  if (nul) return declined({ ...values, [nul[0]]: "" }, { errors: { [nul[0]]: "Please use plain text." } });
  const form = { ...sent.data, number };
  try {
    await act({ services, member, form, values });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "input-invalid") return declined(values, { errors: error.fields });
    if (error.code === "more-than-left") return declined(values, { message: MORE_THAN_LEFT, status: 409 });
    if (error.code !== "edited-meanwhile" && error.code !== "order-state") throw error;
    return declined(values, { message: await whoWasFirst(services, form, error.code), status: 409 });
  }
  return redirect(`/returns/${number}?done=${form.submission}`);
}

const MORE_THAN_LEFT =
  "More would go back than is left of what was paid. Nothing has been done yet: look at the order.";
const NEVER_SENT =
  "It cannot be done: more came than ever left, or this return is past that step. Nothing has been done.";
const ORDER_CHANGED =
  "Somebody changed the order after you opened this. Nothing has been done yet: look again, then send it once more.";

/** Who took the return on after the form was shown, in words. */
async function whoWasFirst(services: Services, { number, version }: SentForm, code: string): Promise<string> {
  const since = await changedSince(services.db, { kind: RETURN_ACT, record: number, version });
  const [[field, change] = []] = since;
  if (!field || !change) return code === "order-state" ? NEVER_SENT : ORDER_CHANGED;
  const names = await memberNames(services.db);
  const who = (change.by && names.get(change.by)) || "Somebody";
  const at = sentenceTime(change.at, new Date(), services.settings().timeZone);
  return `${who} ${DONE_WORDS[field] ?? "changed this return"} ${at}, after you opened it. Nothing of yours was done.`;
}
