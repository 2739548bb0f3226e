import { isWaiting } from "~/shop/orders/parcels/pieces";
import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { answerFound } from "~/shop/orders/parcels/lost-acts.server";
import { actId } from "../act-id.server";
import { type Declined, declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Choice, Tick } from "../ui/field";
import { useKept } from "../use-pending-form";
import { doneWords, isUnanswered } from "./order-parcels.server";
import { answered, formFacts } from "./order-refusals.server";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";

export const meta = () => [{ title: "A parcel that turned up | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.change");
  const order = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const index = order.parcels.findIndex(({ id }) => String(id) === params.parcel);
  const parcel = orNotFound(order.parcels[index]);
  return {
    number: order.number,
    version: order.version,
    submission: randomUUID(),
    name: `Parcel ${index + 1}`,
    done: doneWords(order, parcel),
    isOpen: isUnanswered(order, parcel),
    waits: order.replacements.some((own) => own.lostParcelId === parcel.id && isWaiting(own)),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.change");
  const { number = "", parcel = "" } = params;
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts || !/^\d{1,9}$/.test(parcel)) throw data(null, { status: 400 });
  const { answer, stops } = values;
  if (answer !== "kept" && answer !== "asked-back")
    return declined(values, { errors: { answer: "Choose what becomes of it." } });
  const submission = actId(facts.page, `found ${parcel}`);
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    answerFound(services, member, form, { parcelId: Number(parcel), answer, stops: stops === "yes" }),
  );
}

export const clientAction = sendOrderForm;

const ANSWERS = [
  ["kept", "The shopper keeps it. Nothing more is done."],
  ["asked-back", "Ask for it back: the shopper gets a letter."],
] as const;

/** A lost parcel that arrived after something was done in its place: left with the shopper, or asked back. */
export default function OrderFoundPage() {
  const { number, version, submission, name, done, isOpen, waits } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const given = answer?.values ?? (kept.submission ? kept : undefined);
  return (
    <OrderSideForm
      title={`${name} arrived after all`}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={{ answer: "What becomes of it" }}
      {...(isOpen && { button: "Decide", note: "It is noted in the order's history." })}
    >
      <div className="stack">
        <p>It was lost and has arrived. {done}</p>
        {isOpen ? (
          <>
            <fieldset className="stack" id="answer">
              <legend className="vh">What becomes of it</legend>
              {ANSWERS.map(([value, words]) => (
                <Choice key={value} name="answer" value={value} defaultChecked={given?.["answer"] === value} required>
                  {words}
                </Choice>
              ))}
            </fieldset>
            {waits && (
              <Tick name="stops" value="yes" defaultChecked={given ? given["stops"] === "yes" : true}>
                Do not send what still waits to be sent again: it goes back into the stock
              </Tick>
            )}
          </>
        ) : (
          <p>There is nothing to decide any more.</p>
        )}
      </div>
    </OrderSideForm>
  );
}
