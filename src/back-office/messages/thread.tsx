import { useCallback, useEffect, useRef } from "react";
import { Form, Link, useNavigation, useRouteLoaderData } from "react-router";
import { limits } from "~/shop/limits";
import type { Declined } from "../form-answers";
import type { FrameFacts } from "../shell/frame.server";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { KeptNotice } from "../ui/pending-form-notice";
import { useCommandKey, useKeys } from "../ui/keys";
import { LeaveGuard } from "../ui/leave-guard";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { useKept } from "../use-pending-form";
import { WAITS_FOR_MAIL } from "../count-texts";
import { messageAddress } from "./inbox-view";
import type { OpenThread } from "./messages.server";

interface ThreadProps {
  thread: OpenThread;
  declined: Declined | undefined;
}

/** A message and what was written back, the oldest first, and below it the next answer. */
export function Thread({ thread, declined }: ThreadProps) {
  const { name, email, person, message, at, answers, orders, isSample, mayAnswer } = thread;
  const kept = useKept();
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
      {declined?.message && <Notice title={declined.message} isAnswer />}
      <KeptNotice kept={kept} />
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
        {mayAnswer && <AnswerForm thread={thread} declined={declined} kept={kept.answer} />}
      </div>
      {orders.length > 0 && (
        <Section title="Orders from this address">
          <ul className="thread__orders">
            {orders.map(({ to, name: number, note }) => (
              <li key={to}>
                <Link className="link" to={to}>
                  {number}
                </Link>{" "}
                <span className="dust">{note}</span>
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

/** Puts the message away without a letter, or opens it again. */
function MoveForm({ thread: { id, submission, version, state } }: Pick<ThreadProps, "thread">) {
  const isOpen = state === "waiting";
  return (
    <Form method="post" action={messageAddress(id)}>
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={version} />
      <Button name="state" value={isOpen ? "done" : "waiting"}>
        {isOpen ? "Done without an answer" : "Open again"}
      </Button>
    </Form>
  );
}

function AnswerForm({ thread, declined, kept }: ThreadProps & { kept: string | undefined }) {
  const { id, name, submission, version, supportEmail, isDelivering, answers } = thread;
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isSending = useNavigation().state !== "idle";
  const sending = useRef(false);
  useEffect(() => {
    sending.current = isSending;
  });
  const isChanged = useCallback(() => !sending.current && (field.current?.value ?? "") !== "", []);
  useCommandKey("s", () => form.current?.requestSubmit());
  const hasKeys = useRouteLoaderData<FrameFacts>("shell/frame.page")?.singleKeys ?? false;
  useKeys({ r: () => field.current?.focus() }, hasKeys, { isOfScreen: true });
  return (
    <Form method="post" action={messageAddress(id)} className="stack" ref={form}>
      <LeaveGuard isChanged={isChanged} />
      <input type="hidden" name="submission" value={declined?.values.submission ?? submission} />
      <input type="hidden" name="version" value={version} />
      <TextField
        label={answers.length > 0 ? "Write again" : "Your answer"}
        name="answer"
        rows={8}
        maxLength={limits.text.message}
        defaultValue={declined?.values.answer ?? kept ?? ""}
        error={declined?.errors.answer}
        ref={field}
        note={`${name} gets it by mail${isDelivering ? " at once" : ""}, above their own words; a letter cannot be called back. What they reply arrives in the mailbox of ${supportEmail}, not here.${isDelivering ? "" : ` For now it ${WAITS_FOR_MAIL}.`}`}
      />
      <p>
        <Button look="main" fit busy={isSending}>
          Send the answer
        </Button>
      </p>
    </Form>
  );
}
