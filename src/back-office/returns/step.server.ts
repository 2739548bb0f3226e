import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { changedSince } from "~/shop/audit/change-log.server";
import { orNotFound } from "~/shop/form";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { RETURN_ACT } from "~/shop/returns/return-acts.server";
import { orderOfReturn } from "~/shop/returns/shopper-returns.server";
import { returnFile } from "~/shop/returns/return-file.server";
import { sentenceTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction, type FormOutcome, type SentForm } from "../forms/form-action.server";
import { openReturn } from "./open-return.server";
import { DONE_WORDS, NOT_DONE } from "./member-return-words";

type Context = Readonly<RouterContextProvider>;

/** Data of a step's page: submission id, versions, and whether the return is still at that step. */
export async function openStep(
  context: Context,
  number: string | undefined,
  { right, state }: { right: Right; state: "started" | "received" | readonly ("started" | "received")[] },
) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, right);
  const file = orNotFound(await returnFile(services, member, number ?? ""));
  const view = orNotFound(await openReturn(services, member, file.number));
  const form = { submission: randomUUID(), version: file.version, hidden: { orderVersion: file.order.version } };
  return { view, file, form, isOpen: [state].flat().some((own) => own === file.state) };
}

/** Submission id and return number of a sent step, with the versions of return and order when the form was shown. */
interface ReturnForm {
  submission: string;
  number: string;
  version: number;
  orderVersion: number;
}

export interface Step {
  services: Services;
  member: Member;
  form: ReturnForm;
  orderNumber: string;
  values: Record<string, string>;
  file: SentForm["file"];
}

/**
 * Returns the `action` of a return's step; `act` may return an answer of its own, such as the results of a search. If another member was first, the form names the member and the step, and shows the
 * return's current state, for which the page needs `shouldRevalidate = showNewest`.
 */
export const stepAction = (right: Right, act: (step: Step) => Promise<FormOutcome | void>) =>
  formAction({
    right,
    schema: z.object({ orderVersion: z.coerce.number().int().positive().catch(1) }),
    async act({ services, member, params, submission, version, typed: values, file }, { orderVersion }) {
      const form = { submission, number: params.number ?? "", version, orderVersion };
      try {
        const orderNumber = (await orderOfReturn(services.db, form.number)) ?? "";
        const answer = await act({ services, member, form, orderNumber, values, file });
        if (answer) return answer;
      } catch (error) {
        const code = error instanceof Refusal ? error.code : "";
        if (code === "more-than-left" || code === "more-money-than-left")
          return { message: NOT_DONE.moreThanLeft, status: 409 };
        if (code !== "edited-meanwhile" && code !== "order-state") throw error;
        return { late: await whoWasFirst(services, form, code) };
      }
      return { to: `/returns/${form.number}`, act: submission };
    },
  });

/** Message that names the member who changed the return after the form was shown, and the change. */
async function whoWasFirst(services: Services, { number, version }: ReturnForm, code: string): Promise<string> {
  const since = await changedSince(services.db, { kind: RETURN_ACT, record: number, version });
  const [[field, change] = []] = since;
  if (!field || !change) return code === "order-state" ? NOT_DONE.neverSent : NOT_DONE.orderChanged;
  const names = await memberNames(services.db);
  const who = (change.by && names.get(change.by)) || "Somebody";
  const at = sentenceTime(change.at, new Date(), services.settings().timeZone);
  return `${who} ${DONE_WORDS[field] ?? "changed this return"} ${at}, after you opened it. Nothing of yours was done.`;
}
