import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { loseAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { actId } from "../act-id.server";
import { type Declined, declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { useKept } from "../use-pending-form";
import { answered, formFacts } from "./order-refusals.server";
import { lostForm, typedDecision } from "./order-lost.server";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";

export const meta = () => [{ title: "A lost parcel | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const lost = orNotFound(await lostForm(services, member, params.number ?? "", Number(params.parcel)));
  return {
    ...lost,
    submission: randomUUID(),
    maySend: can(member, "orders.change"),
    mayRefund: can(member, "money.refund"),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const { number = "", parcel = "" } = params;
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts || !/^\d{1,9}$/.test(parcel)) throw data(null, { status: 400 });
  const { decision, errors } = typedDecision(values);
  if (errors) return declined(values, { errors });
  const submission = actId(facts.page, `lost ${parcel}`);
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    loseAsMember(services, member, form, { parcelId: Number(parcel), ...decision }),
  );
}

export const clientAction = sendOrderForm;

/** A parcel that is lost: what was in it is sent again, paid back, or decided about later. */
export default function OrderLostPage() {
  const { name, number, version, submission, lines, isLost, isUnconfirmed, maySend, mayRefund, said } =
    useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const typed: Record<string, string | undefined> = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  const canDecide = (maySend || (mayRefund && !isUnconfirmed)) && lines.length > 0;
  const labels = Object.fromEntries(
    lines.flatMap((line) => [
      [`again-${line.position}`, `${line.name}: send again`],
      [`refund-${line.position}`, `${line.name}: refund`],
    ]),
  );
  return (
    <OrderSideForm
      title={`${name} is lost`}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={labels}
      note={
        isLost
          ? "What goes back or again is said to the shopper in a letter."
          : "The shopper's order page says that it is lost. A letter goes out with what you decide."
      }
      button={isLost ? canDecide && "Decide" : "It is lost"}
    >
      <div className="stack">
        <p>{said}</p>
        {canDecide && (
          <p className="dust">
            Each piece goes one way: again, out of the stock and without a payment, or its money goes back. What you
            leave empty can be decided later.
          </p>
        )}
        {isUnconfirmed && mayRefund && (
          <Notice title="A refund is asked and not yet confirmed.">
            <p>Until it is, nothing more can be refunded of this order.</p>
          </Notice>
        )}
        {canDecide && <LostLines {...{ lines, maySend, typed, errors }} mayRefund={mayRefund && !isUnconfirmed} />}
      </div>
    </OrderSideForm>
  );
}

interface LinesProps {
  lines: NonNullable<Awaited<ReturnType<typeof lostForm>>>["lines"];
  maySend: boolean;
  mayRefund: boolean;
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

/** For each line how many pieces are sent again, and how many paid back. */
function LostLines({ lines, maySend, mayRefund, typed, errors }: LinesProps) {
  const field = (name: string) => ({
    id: name,
    name,
    inputMode: "numeric" as const,
    placeholder: "0",
    defaultValue: typed[name],
    ...(errors[name] && { error: errors[name] }),
  });
  return lines.map(({ position, name, left, stock, each }) => (
    <fieldset className="lost-line" key={position}>
      <legend>
        {name} <span className="dust">{left}</span>
      </legend>
      {maySend && <Field {...field(`again-${position}`)} label="Send again" labelNote={stock} />}
      {mayRefund && <Field {...field(`refund-${position}`)} label="Refund" labelNote={each} />}
    </fieldset>
  ));
}
