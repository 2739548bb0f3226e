import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { answered } from "~/shop/audit/once.server";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { ORDER_ACT } from "~/shop/orders/act-as-member.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { REFUND_HERE_RIGHTS } from "~/shop/returns/refund-here";
import { refundHere } from "~/shop/returns/refund-here.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { doneOnOrder } from "./order-refusals.server";
import { refundedOrder, refundForm, typedRefund } from "./order-refund.server";
import { RefundDialog } from "./order-refund-dialog";
import { titled } from "../titled";

export const meta = titled((data: { refund: { title: string } } | undefined) => data?.refund.title ?? "Refund");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const refund = orNotFound(await refundForm(services, member, params.number ?? "", new Date()));
  return { refund, submission: randomUUID() };
}

export const action = formAction({
  right: "money.refund",
  schema: Typed,
  async act(sent, values) {
    const { services, member, params, submission, version } = sent;
    const { number = "" } = params;
    if (Object.keys(values).some((name) => name.startsWith("here-")))
      await requireRight(services, member, ...REFUND_HERE_RIGHTS);
    const found = orNotFound(await refundedOrder(services, member, number));
    const done = { to: `/orders/${number}`, act: submission };
    // A repeated request gets the answer of the first one, because its amounts would exceed the rest after that refund.
    if (await answered(services.db, member, { submission, kind: ORDER_ACT, record: number })) return done;
    if (version !== found.order.version) return { late: CHANGED };

    const { wanted, ...wrong } = typedRefund(values, found);
    if (!wanted) return wrong;
    const { pieces: lines, here, ...more } = wanted;
    const form = { submission, number, version };
    return doneOnOrder(sent, () =>
      here.length > 0
        ? refundHere(services, member, form, { ...more, lines, here })
        : refundAsMember(services, member, form, { ...more, lines }),
    );
  },
});

const CHANGED = "Somebody changed this order after you opened it. Nothing went back. What is left of it stands below.";

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page to refund an order: pieces and amounts, delivery, fees, goodwill, and handed-over pieces; the button shows the sum. */
export default function OrderRefundPage() {
  const { refund, submission } = useLoaderData<typeof loader>();
  return <RefundDialog key={submission} refund={refund} submission={submission} />;
}
