import { useRef } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { limits } from "~/shop/limits";
import type { FrameFacts } from "../shell/frame.server";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { useKeys } from "../ui/keys";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { WAITS_FOR_MAIL } from "../count-texts";
import { messageAddress } from "./inbox-view";
import type { OpenThread } from "./messages.server";

interface ThreadProps {
  thread: OpenThread;
}

/** A message and what was written back, the oldest first, and below it the next answer. */
export function Thread({ thread }: ThreadProps) {
  const { name, email, person, message, at, answers, orders, isSample, mayAnswer } = thread;
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/messages", name: "Messages" }}
        acts={mayAnswer && <MoveForm thread={thread} />}
      >
        {`Wrote ${at}`}
        {person && (
          <>
            {", "}
            <Link className="link" to={person}>
              {email}
            </Link>
          </>
        )}
      </PageHead>
      <div className="thread">
        <ol>
          <li className="thread__letter">
            <p className="thread__words">{message}</p>
            {isSample && <State sign="here">Sample, invented for the demo shop</State>}
          </li>
          {answers.map(({ id, who, answer, at: writtenAt, standing }) => (
            <li className="thread__letter thread__letter--ours" key={id}>
              <p className="sub">{`${who} answered, ${writtenAt}`}</p>
              <p className="thread__words">{answer}</p>
              <Standing standing={standing} />
            </li>
          ))}
        </ol>
        {mayAnswer && <AnswerForm thread={thread} />}
      </div>
      {orders.length > 0 && (
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
      )}
    </>
  );
}

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

/** Puts the message away without a letter, or opens it again. */
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
  const { id, name, submission, version, supportEmail, isDelivering, answers } = thread;
  const answer = useRef<HTMLTextAreaElement>(null);
  const hasKeys = useRouteLoaderData<FrameFacts>("shell/frame.page")?.singleKeys ?? false;
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
            label={answers.length > 0 ? "Write again" : "Your answer"}
            rows={8}
            maxLength={limits.text.message}
            ref={answer}
            note={`${name} gets it by mail${isDelivering ? " at once" : ""}, above their own words; a letter cannot be called back. What they reply arrives in the mailbox of ${supportEmail}, not here.${isDelivering ? "" : ` For now it ${WAITS_FOR_MAIL}.`}`}
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
