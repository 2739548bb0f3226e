import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { memberOrder } from "~/shop/orders/member-order.server";
import { letterOfOrder } from "~/shop/orders/letters/sent-letter.server";
import { sendLetterAgain } from "~/shop/orders/order-acts.server";
import { sentenceTime } from "~/shop/shop-time";
import { actId } from "../act-id.server";
import { type Declined, declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Choice, Choices, Field } from "../ui/field";
import { useKept } from "../use-pending-form";
import { answered, formFacts } from "./order-refusals.server";
import { AnotherAddress } from "./order-fields";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";

export const meta = () => [{ title: "A letter | Workshop" }];

const idIn = (text = ""): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const { number = "" } = params;
  const letter = orNotFound(await letterOfOrder(services, member, number, idIn(params.letter)));
  const order = orNotFound(await memberOrder(services, member, number));
  return {
    number,
    version: order.version,
    submission: randomUUID(),
    subject: letter.subject,
    sent: letter.isInOutbox
      ? `Waiting: no mail server is set up. Written for ${letter.recipient} ${sentenceTime(letter.sentAt, new Date(), services.settings().timeZone)}, it lies in the outbox folder. Send it again once mail leaves.`
      : `Sent to ${letter.recipient} ${sentenceTime(letter.sentAt, new Date(), services.settings().timeZone)}.`,
    text: letter.text,
    email: order.contact?.email ?? "",
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const { number = "" } = params;
  const letterId = idIn(params.letter);
  orNotFound(await letterOfOrder(services, member, number, letterId));
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const isElsewhere = values["where"] === "elsewhere";
  const { data: to = "", error } = isElsewhere
    ? AnotherAddress.safeParse(values["to"])
    : { data: "", error: undefined };
  if (error) return declined(values, { errors: { to: error.issues[0]?.message ?? "" } });
  const submission = actId(facts.page, `letter ${letterId} ${to}`);
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    sendLetterAgain(services, member, form, { letterId, to }),
  );
}

export const clientAction = sendOrderForm;

/** A letter with the words it was sent with; it goes out again with the same ones. */
export default function OrderLetterPage() {
  const { number, version, submission, subject, sent, text, email } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const typed = answer?.values ?? kept;
  return (
    <OrderSideForm
      title={subject}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={{ to: "Another address" }}
      note="It goes out with the same words."
      button="Send again"
    >
      <p className="small dust">{sent}</p>
      <pre className="letter">{text}</pre>
      <div className="stack">
        <Choices label="Send it to">
          <Choice name="where" value="order" defaultChecked={typed["where"] !== "elsewhere"}>
            {email}
          </Choice>
          <Choice name="where" value="elsewhere" defaultChecked={typed["where"] === "elsewhere"}>
            Another address
          </Choice>
        </Choices>
        <Field
          id="to"
          name="to"
          type="email"
          label="Another address"
          note="Asks for a passkey or a code first."
          autoComplete="off"
          defaultValue={typed["to"]}
          {...(answer?.errors["to"] && { error: answer.errors["to"] })}
        />
      </div>
    </OrderSideForm>
  );
}
