import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { limits } from "~/shop/limits";
import { hideReasons, reasonsToHide } from "~/shop/moderation";
import { Button, ButtonLink } from "../ui/button";
import { Choice, Choices, TextField } from "../ui/field";
import { useCommandKey } from "../ui/keys";
import { LeaveGuard } from "../ui/leave-guard";
import { Notice } from "../ui/notice";
import { useMailWaits } from "../use-mail-waits";
import type { OpenQueue } from "./queue.server";

/** The part of the verdict that asks for more. */
export type OpenSection = "answer" | "hide";

/** A verdict by which an answer that was typed would be dropped. */
export type Asked = { verdict: "approve" | "wait" } | { verdict: "hide"; reason: string };

interface VerdictProps {
  open: NonNullable<OpenQueue["open"]>;
  submission: string;
  shopName: string;
  section: OpenSection | null;
  onSection(section: OpenSection | null): void;
  /** The verdict that waits until its member has said what becomes of the answer that was typed. */
  asks: Asked | null;
  /** Asks what becomes of it; false where nothing was typed. */
  onAsk(verdict: Asked | null): boolean;
  answerRef: RefObject<HTMLTextAreaElement | null>;
  /** Set while something is sent: what was typed is no reason to stay then. */
  sendingRef: RefObject<boolean>;
  /** What was typed and not sent. */
  typed: string | undefined;
  errors: Record<string, string>;
}

/** Approve, answer, hide: each a form of its own, so that none is sent in place of another. */
export function Verdict(props: VerdictProps) {
  const { open, section, onSection, asks, onAsk, typed } = props;
  const { standing, mayBeAnswered, to } = open;
  // Once it was opened it stays, so that what was typed in it does.
  const [wasOpened, setOpened] = useState(section === "answer" || typed !== undefined);
  if (section === "answer" && !wasOpened) setOpened(true);
  const askFirst = (verdict: Asked) => (event: { preventDefault(): void }) => {
    if (onAsk(verdict)) event.preventDefault();
  };
  const opens = (wanted: OpenSection) => ({
    to: `${to}?open=${wanted}`,
    "aria-expanded": section === wanted,
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      // Pressed again, an answer is not closed but written on.
      onSection(section === wanted && wanted === "hide" ? null : wanted);
    },
  });
  const isQuestion = open.kind === "question";
  return (
    <>
      <div className="verdict" data-sill>
        {standing !== "approved" && (
          <VerdictForm {...props} onSubmit={askFirst({ verdict: "approve" })}>
            <Button look={isQuestion ? "line" : "main"} fit={!isQuestion} name="verdict" value="approve">
              {isQuestion ? "Approve unanswered" : "Approve"} <kbd className="kbd kbd--in">A</kbd>
            </Button>
          </VerdictForm>
        )}
        {mayBeAnswered && (
          <ButtonLink look={isQuestion ? "main" : "line"} fit={isQuestion} role="button" {...opens("answer")}>
            Answer <kbd className="kbd kbd--in">R</kbd>
          </ButtonLink>
        )}
        <ButtonLink role="button" {...opens("hide")}>
          Hide <kbd className="kbd kbd--in">H</kbd>
        </ButtonLink>
        {standing !== "waiting" && (
          <VerdictForm {...props} onSubmit={askFirst({ verdict: "wait" })}>
            <Button name="verdict" value="wait">
              Back to the queue
            </Button>
          </VerdictForm>
        )}
      </div>
      {asks && <UnsentAnswer {...props} asks={asks} />}
      {wasOpened && (
        <div hidden={section !== "answer"}>
          <AnswerForm {...props} />
        </div>
      )}
      {section === "hide" && <HideForm {...props} />}
    </>
  );
}

/** Asks what becomes of an answer that was typed before another verdict is given. */
function UnsentAnswer(props: VerdictProps & { asks: Asked }) {
  const { asks, onAsk, onSection, answerRef, sendingRef } = props;
  const submit = useSubmit();
  const send = (values: Record<string, string>) => {
    sendingRef.current = true;
    onAsk(null);
    const form = { submission: props.submission, version: String(props.open.version), ...values };
    void submit(form, { method: "post", action: props.open.to });
  };
  return (
    <Notice
      title="You typed an answer that was not sent."
      isAnswer
      action={
        <span className="verdict__unsent">
          <Button
            look="main"
            fit
            type="button"
            onClick={() => send({ verdict: "answer", answer: answerRef.current?.value ?? "" })}
          >
            Publish the answer
          </Button>
          <Button type="button" onClick={() => send(asks)}>
            {asks.verdict === "hide" ? "Hide it, drop the answer" : "Go on without it"}
          </Button>
          <Button look="bare" type="button" onClick={() => onSection("answer")}>
            Write on
          </Button>
        </span>
      }
    />
  );
}

interface VerdictFormProps extends Pick<VerdictProps, "open" | "submission"> {
  children: ReactNode;
  onSubmit?(event: { preventDefault(): void }): void;
}

function VerdictForm({ open, submission, children, onSubmit }: VerdictFormProps) {
  return (
    <Form method="post" action={open.to} onSubmit={onSubmit}>
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={open.version} />
      {children}
    </Form>
  );
}

function AnswerForm(props: VerdictProps) {
  const { open, shopName, answerRef, typed, errors } = props;
  const isSending = useNavigation().state !== "idle";
  const first = typed ?? open.answer ?? "";
  const { sendingRef } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSending) sendingRef.current = false;
  }, [isSending, sendingRef]);
  const isChanged = useCallback(
    () => !sendingRef.current && (answerRef.current?.value ?? first) !== (open.answer ?? ""),
    [answerRef, first, open.answer, sendingRef],
  );
  const markSending = () => {
    sendingRef.current = true;
  };
  const waits = useMailWaits();
  const letter = open.wantsLetter ? ` ${open.author} gets it by mail, once.${waits}` : "";
  const isShown = props.section === "answer";
  useCommandKey("s", () => isShown && answerRef.current?.form?.requestSubmit(button.current));
  return (
    <section className="verdict__more" aria-label="Your answer">
      <LeaveGuard isChanged={isChanged} />
      <VerdictForm {...props} onSubmit={markSending}>
        <TextField
          label="Your answer"
          name="answer"
          rows={5}
          maxLength={limits.text.message}
          defaultValue={first}
          error={errors.answer}
          ref={answerRef}
          note={`Stands on the shop in the name of ${shopName}.${letter}`}
        />
        <Button look="main" fit name="verdict" value="answer" busy={isSending} ref={button}>
          Publish the answer
        </Button>
      </VerdictForm>
    </section>
  );
}

function HideForm(props: VerdictProps) {
  const askFirst = (event: { preventDefault(): void; target?: EventTarget | null }) => {
    const reason = event.target instanceof HTMLFormElement ? new FormData(event.target).get("reason") : null;
    if (typeof reason === "string" && props.onAsk({ verdict: "hide", reason })) event.preventDefault();
  };
  return (
    <section className="verdict__more" aria-label="Why it is hidden">
      <VerdictForm {...props} onSubmit={askFirst}>
        <Choices
          label={
            <>
              Hide it because <span className="label__note">stars are no reason</span>
            </>
          }
          error={props.errors.reason}
          note="It is kept for ever, and nobody on the shop sees it."
        >
          <div className="verdict__reasons">
            {reasonsToHide.map((reason, index) => (
              <Choice key={reason} name="reason" value={reason} required>
                {hideReasons[reason]} <kbd className="kbd kbd--in">{index + 1}</kbd>
              </Choice>
            ))}
          </div>
        </Choices>
        <Button name="verdict" value="hide">
          Hide it
        </Button>
      </VerdictForm>
    </section>
  );
}
