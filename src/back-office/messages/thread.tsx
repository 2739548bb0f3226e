import { useRef } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { limits } from "~/shop/limits";
import type { WorkshopFrame } from "../shell/frame.server";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field, TextField } from "../ui/field";
import { useKeys } from "../ui/keys";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { WAITS_FOR_MAIL } from "../count-words";
import { messageAddress } from "./inbox-view";
import type { OpenThread } from "./messages.server";

interface ThreadProps {
  thread: OpenThread;
}

/** Thread of a message and its answers, the oldest first, followed by the form for the next answer. */
export function Thread({ thread }: ThreadProps) {
  const { name, email, person, message, at, isOurs, about, entries, orders, isSample, mayAnswer } = thread;
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/messages", name: "Messages" }}
        acts={mayAnswer && <MoveForm thread={thread} />}
      >
        {isOurs ? `Written to ${at}` : `Wrote ${at}`}
        {person && (
          <>
            {", "}
            <Link className="link" to={person}>
              {email}
            </Link>
          </>
        )}
        {about && (
          <>
            {", about "}
            <Link className="link" to={about.to}>
              {about.name}
            </Link>
          </>
        )}
      </PageHead>
      <div className="thread">
        <ol>
          {!isOurs && (
            <li className="thread__letter">
              <p className="thread__words">{message}</p>
              {isSample && <State sign="here">Sample, invented for the demo shop</State>}
            </li>
          )}
          {entries.map(({ id, isOurs: isAnswer, head, words, standing }) => (
            <li className={isAnswer ? "thread__letter thread__letter--ours" : "thread__letter"} key={id}>
              <p className="sub">{head}</p>
              <p className="thread__words">{words}</p>
              {standing && <Standing standing={standing} />}
            </li>
          ))}
        </ol>
        {mayAnswer && <AnswerForm thread={thread} />}
        {mayAnswer && <MailForm thread={thread} />}
      </div>
      <Orders orders={orders} />
    </>
  );
}

const Orders = ({ orders }: Pick<OpenThread, "orders">) =>
  orders.length > 0 && (
    <Section title="Orders from this address">
      <ul className="thread__orders">
        {orders.map(({ to, name: number, note, lost }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {number}
            </Link>{" "}
            <span className="dust">{note}</span>
            {lost.map((parcel) => (
              <Link className="link thread__act" key={parcel.to} to={parcel.to}>
                {parcel.name}
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );

function Standing({ standing }: { standing: string }) {
  if (standing === "sent") return <State sign="full">Sent</State>;
  if (standing === "held") return <State sign="waits">Stored. It {WAITS_FOR_MAIL}.</State>;
  if (standing === "leaving") return <State sign="half">Leaving</State>;
  return (
    <State sign="waits">Stored, but not sent: the mail server does not answer. It leaves by itself once it does.</State>
  );
}

const DONE = {
  text: "Mark it done without this answer? It is not sent, and what you typed is gone.",
  leave: "Mark it done",
};
const OPEN_AGAIN = {
  text: "Open it again without this answer? It is not sent, and what you typed is gone.",
  leave: "Open it again",
};

/** Form that closes the message without an answer, or reopens it. */
function MoveForm({ thread: { id, submission, version, state } }: ThreadProps) {
  const isOpen = state === "waiting";
  return (
    <WorkshopForm
      name="move"
      action={messageAddress(id)}
      submission={submission}
      version={version}
      leaves={isOpen ? DONE : OPEN_AGAIN}
    >
      {({ isSending }) => (
        <Button name="state" value={isOpen ? "done" : "waiting"} busy={isSending}>
          {isOpen ? "Done without an answer" : "Open again"}
        </Button>
      )}
    </WorkshopForm>
  );
}

function AnswerForm({ thread }: ThreadProps) {
  const { id, name, submission, version, supportEmail, isDelivering, entries } = thread;
  const answer = useRef<HTMLTextAreaElement>(null);
  const hasKeys = useRouteLoaderData<WorkshopFrame>("shell/frame.page")?.singleKeys ?? false;
  useKeys({ r: () => answer.current?.focus() }, hasKeys, { isOfScreen: true });
  return (
    <WorkshopForm
      name="answer"
      action={messageAddress(id)}
      className="stack"
      submission={submission}
      version={version}
      labels={{ answer: "Your answer" }}
      savesByKey
    >
      {({ field, isSending }) => (
        <>
          <TextField
            {...field("answer")}
            label={entries.some(({ isOurs }) => isOurs) ? "Write again" : "Your answer"}
            rows={8}
            maxLength={limits.text.message}
            ref={answer}
            note={`${name} gets it by mail${isDelivering ? " at once" : ""}, above their own words; a letter cannot be called back. What they reply arrives in the mailbox of ${supportEmail}, not here: add it below.${isDelivering ? "" : ` For now it ${WAITS_FOR_MAIL}.`}`}
          />
          <p>
            <Button look="main" fit busy={isSending}>
              Send the answer
            </Button>
          </p>
        </>
      )}
    </WorkshopForm>
  );
}

/** Form that adds a shopper's mail to the thread. */
function MailForm({ thread: { id, name, submission, today } }: ThreadProps) {
  return (
    <WorkshopForm
      name="mail"
      action={messageAddress(id)}
      submission={submission}
      stored={{ cameOn: today }}
      labels={{ words: `What ${name} wrote`, cameOn: "Came on" }}
    >
      {({ field, isSending, error, value }) => (
        <details className="thread__mail" open={Boolean(error("words") ?? error("cameOn")) || value("words") !== ""}>
          <summary className="link">Add what came by mail</summary>
          <div className="stack">
            <TextField
              {...field("words")}
              label={`What ${name} wrote`}
              rows={6}
              maxLength={limits.text.message}
              note="It stands in the thread with your name. Nobody gets a letter; the message waits for an answer again."
            />
            <Field {...field("cameOn")} label="Came on" type="date" max={today} required />
            <p>
              <Button fit busy={isSending}>
                Put it into the thread
              </Button>
            </p>
          </div>
        </details>
      )}
    </WorkshopForm>
  );
}
