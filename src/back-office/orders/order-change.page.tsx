import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { answered } from "~/shop/audit/once.server";
import { orNotFound } from "~/shop/form";
import { cents } from "~/shop/money";
import { changeAsMember } from "~/shop/orders/changes/change-as-member.server";
import { previewOfChange } from "~/shop/orders/changes/make-change.server";
import { ORDER_ACT } from "~/shop/orders/act-as-member.server";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { confirmFirst, memberOf, servicesOf } from "../context";
import { formAction, type FormOutcome } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { changePage, differenceWords, wantedIn, whyNotChanged } from "./order-change.server";
import { ChangeFound, ChangeGoods } from "./order-change-goods";
import { ChangeConfirm, ChangeLedger } from "./order-change-ledger";
import { changeWishIn } from "./order-change-wish";
import { titled } from "../titled";

export const meta = titled((data: { shown: string } | undefined) => `Change ${data?.shown ?? "an order"}`);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = await changePage(servicesOf(context), memberOf(context), params.number ?? "", searchParams);
  return { ...orNotFound(page), submission: randomUUID(), confirm: confirmFirst(context) };
}

export const action = formAction({
  right: "orders.change",
  schema: z.object({
    difference: z.string().regex(/^-?\d{1,9}$/),
    words: z.string().trim().pipe(PlainLines(1000)).default(""),
    reason: PlainLine(200).default(""),
    hours: z.coerce.number("Hours as a number.").int("Whole hours.").optional(),
  }),
  async act({ services, member, params, request, submission, version }, { difference: seen, words, reason, hours }) {
    const { number = "" } = params;
    const done: FormOutcome = { to: `/orders/${number}`, act: submission };
    // A repeated request gets the answer of the first one: the order has changed since, so the request would be refused now.
    if (await answered(services.db, member, { submission, kind: ORDER_ACT, record: number })) return done;
    const difference = cents(Number(seen));
    const wish = changeWishIn(new URL(request.url).searchParams);
    try {
      const wanted = await wantedIn(services, number, wish);
      const more = { difference, words, reason, ...(difference > 0 && hours !== undefined && { hours }) };
      await changeAsMember(services, member, { submission, number, version }, { ...wanted, ...more });
      return done;
    } catch (error) {
      if (!(error instanceof Refusal) || PASSED.includes(error.code)) throw error;
      if (Object.keys(error.fields).some((name) => name === "reason" || name === "hours")) throw error;
      if (error.code !== "edited-meanwhile") return { message: whyNotChanged(error), status: error.status };
      const now = await wantedIn(services, number, wish)
        .then((wanted) => previewOfChange(services, number, wanted))
        .then((computed) => `it is ${differenceWords(computed.difference)} now`)
        .catch((later: unknown) => whyNotChanged(later));
      return {
        late: `The order or a price was changed after you opened this. Nothing was done. You saw ${differenceWords(difference)}; ${now}. Look again, then decide.`,
      };
    }
  },
});

/** Codes of refusals that are rethrown, because all forms answer them in the same way. */
const PASSED: readonly string[] = ["right-missing", "factor-missing", "submission-foreign", "sent-before"];

export const clientAction = sendForm;

/** Page that changes an order (other variants and products, added and removed pieces), with a preview of the sums. */
export default function OrderChangePage() {
  const page = useLoaderData<typeof loader>();
  const { number, shown, closed, problem } = page;
  return (
    <>
      <PageHead title="Change the order" back={{ to: `/orders/${number}`, name: shown }}>
        Size, color and product can change, pieces can come and go. What stays keeps its price and its discount.
      </PageHead>
      {closed ? (
        <Notice title="It cannot be changed now.">
          <p>{closed}</p>
        </Notice>
      ) : (
        <>
          <ChangeFound page={page} />
          <ChangeGoods page={page} />
          {problem && (
            <Notice title="This change cannot be made so.">
              <p>{problem}</p>
            </Notice>
          )}
          <ChangeLedger page={page} />
          <ChangeConfirm page={page} />
        </>
      )}
    </>
  );
}
