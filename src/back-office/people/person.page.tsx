import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import type { DisputeMark as DisputeMarkName } from "~/shop/payments/refundable";
import { DisputeMark } from "../orders/dispute-mark";
import { KindMark } from "../ui/kind-mark";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Sign, State } from "../ui/state";
import { counted } from "../count-words";
import { openPerson, type OpenPerson, stopMail } from "./people.server";
import { personAddress, personIn } from "./person-key";
import { titled } from "../titled";

export const meta = titled("Person");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const email = orNotFound(personIn(services, params.key));
  return openPerson(services, memberOf(context), email, new Date());
}

/** Ends the newsletter and back-in-stock letters for this person. */
export const action = formAction({
  right: "people.change",
  schema: Typed,
  async act({ services, member, params, submission }) {
    const email = orNotFound(personIn(services, params.key));
    const act = await stopMail(services, member, { email, submission }, new Date());
    return { to: personAddress(services, email), act };
  },
});

export const clientAction = sendForm;

/** Page of a person: the records of one e-mail address that a member works with. */
export default function Person() {
  const person = useLoaderData<typeof loader>();
  const { name, email, write, orders, returns, messages, written, wishes } = person;
  const isEmpty = [orders, returns, messages, written].every((list) => list.length === 0);
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/people", name: "People" }}
        acts={write && <ButtonLink to={write.to}>Write to {write.name}</ButtonLink>}
      >
        {name === email ? undefined : email}
      </PageHead>
      <Lines title="Orders" note={counted(orders.length, "order")} lines={orders} />
      <Lines title="Returns" note={counted(returns.length, "return")} lines={returns} />
      <Lines title="Messages" note={counted(messages.length, "message")} lines={messages} />
      <Lines title="Reviews, questions, comments, sign-ups" lines={written} />
      {isEmpty && <p className="calm">Nothing was bought or written with this address.</p>}
      <Mail person={person} />
      <Lines title="Requests about personal data" lines={wishes} />
      {person.everything && (
        <Section title="Everything">
          <p>
            <ButtonLink to={person.everything}>Everything we have</ButtonLink>
          </p>
          <p className="dust small">All rows under this address, with how many of each kind there are.</p>
        </Section>
      )}
      {person.erase && (
        <Section title="Erase">
          <p>
            <ButtonLink to={person.erase}>Erase this person</ButtonLink>
          </p>
          <p className="dust small">If they ask for it. Amounts stay in your books.</p>
        </Section>
      )}
    </>
  );
}

interface LineProps {
  to: string;
  name: string;
  note: string;
  mark: string;
  dispute?: DisputeMarkName | null;
  state?: { name: string; sign: Sign };
}

const Line = ({ to, name, note, mark, dispute = null, state }: LineProps) => (
  <li className="person__line">
    <Link className="link" to={to}>
      {name}
    </Link>
    <KindMark>{mark}</KindMark>
    <DisputeMark dispute={dispute} />
    <span className="dust small">{note}</span>
    {state && (
      <span className="person__state">
        <State sign={state.sign}>{state.name}</State>
      </span>
    )}
  </li>
);

const Lines = ({ title, note, lines }: { title: string; note?: string; lines: LineProps[] }) =>
  lines.length > 0 && (
    <Section title={title} note={note ?? String(lines.length)}>
      <ul className="person__list">
        {lines.map((line) => (
          <Line key={line.to + line.name} {...line} />
        ))}
      </ul>
    </Section>
  );

const reviewWords = {
  asked: "Is asked for reviews, once an order.",
  ended: "Letters that ask for reviews have ended.",
} satisfies Record<NonNullable<OpenPerson["reviewLetters"]>, string>;

const reminderWords = {
  asked: "Waits for a reminder of an unfinished checkout.",
  ended: "Reminders of unfinished checkouts have ended.",
} satisfies Record<NonNullable<OpenPerson["reminder"]>, string>;

function Mail({ person }: { person: OpenPerson }) {
  const { newsletter, requests, reviewLetters, reminder, submission, mayChange } = person;
  const isStoppable = newsletter?.isOn === true || requests > 0 || [reviewLetters, reminder].includes("asked");
  return (
    <Section title="Letters">
      <div className="stack">
        <p>{newsletter ? newsletter.words : "Never on the newsletter."}</p>
        {newsletter?.agreedTo && <p className="dust small">{`Agreed to: ${newsletter.agreedTo.join(" · ")}`}</p>}
        {requests > 0 && <p>{`Waits for ${counted(requests, "letter")} about goods that are back.`}</p>}
        {reviewLetters && <p>{reviewWords[reviewLetters]}</p>}
        {reminder && <p>{reminderWords[reminder]}</p>}
        {mayChange && isStoppable && (
          <WorkshopForm submission={submission} className="stack">
            <p>
              <Button>Stop the newsletter and letters about goods</Button>
            </p>
            <p className="dust small">
              Letters about their own orders still come. An undo brings back the newsletter alone.
            </p>
          </WorkshopForm>
        )}
      </div>
    </Section>
  );
}
