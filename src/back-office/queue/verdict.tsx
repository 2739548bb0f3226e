import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { limits } from "~/shop/limits";
import { hideReasons, reasonsToHide } from "~/shop/moderation";
import { unsentId } from "../forms/sent-ids";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { Choice, Choices, TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { useMailWaits } from "../use-mail-waits";
import type { OpenQueue } from "./queue.server";

/** Expandable sections with further fields for a verdict. */
export type OpenSection = "answer" | "hide";

/** A verdict that would discard a typed answer. */
export type Asked = { form: "approve" | "wait" } | { form: "hide"; reason: string };

interface VerdictProps {
  open: NonNullable<OpenQueue["open"]>;
  submission: string;
  shopName: string;
  section: OpenSection | null;
  onSection(section: OpenSection | null): void;
  /** Verdict that waits until the member decides what to do with the typed answer. */
  asks: Asked | null;
  /** Asks what to do with the typed answer; returns false if no answer is typed. */
  onAsk(verdict: Asked | null): boolean;
  answerRef: RefObject<HTMLTextAreaElement | null>;
}

/** Forms to approve, to answer and to hide, separate so that a key or a button cannot send the wrong verdict. */
export function Verdict(props: VerdictProps) {
  const { open, section, onSection, asks } = props;
  const { standing, mayBeAnswered, to } = open;
  // A section that was opened stays rendered, so that it keeps its typed text.
  const [wasOpened, setOpened] = useState(section === "answer");
  if (section === "answer" && !wasOpened) setOpened(true);
  const opens = (wanted: OpenSection) => ({
    to: `${to}?open=${wanted}`,
    "aria-expanded": section === wanted,
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      // The section "answer" stays open when its button is pressed again.
      onSection(section === wanted && wanted === "hide" ? null : wanted);
    },
  });
  const isQuestion = open.kind === "question";
  return (
    <>
      <div className="verdict" data-sill>
        {standing !== "approved" && (
          <WorkshopForm {...formOf(props, "approve")} isBare>
            <Button look={isQuestion ? "line" : "main"} fit={!isQuestion}>
              {isQuestion ? "Approve unanswered" : "Approve"} <kbd className="kbd kbd--in">A</kbd>
            </Button>
          </WorkshopForm>
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
          <WorkshopForm {...formOf(props, "wait")} isBare>
            <Button>Back to the queue</Button>
          </WorkshopForm>
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

/** Props of the form of a verdict, which asks for confirmation before it discards a typed answer. */
const formOf = ({ open, submission, onAsk }: VerdictProps, name: Asked["form"]) => ({
  name,
  submission,
  version: open.version,
  action: open.to,
  onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    const isUnsaid = name === "hide" && reason === "";
    if (!isUnsaid && onAsk(name === "hide" ? { form: name, reason } : { form: name })) event.preventDefault();
  },
});

/** Question about a typed, unsent answer, shown before another verdict is sent. */
function UnsentAnswer(props: VerdictProps & { asks: Asked }) {
  const { asks, onAsk, onSection, answerRef, submission, open } = props;
  const submit = useSubmit();
  const publish = () => {
    onAsk(null);
    answerRef.current?.form?.requestSubmit();
  };
  const goOn = () => {
    onAsk(null);
    answerRef.current?.form?.reset();
    const form = { submission: unsentId(submission), version: String(open.version) };
    void submit({ ...form, ...asks }, { method: "post", action: open.to });
  };
  return (
    <Notice
      title="You typed an answer that was not sent."
      isAnswer
      action={
        <span className="verdict__unsent">
          <Button look="main" fit type="button" onClick={publish}>
            Publish the answer
          </Button>
          <Button type="button" onClick={goOn}>
            {asks.form === "hide" ? "Hide it, drop the answer" : "Go on without it"}
          </Button>
          <Button look="bare" type="button" onClick={() => onSection("answer")}>
            Write on
          </Button>
        </span>
      }
    />
  );
}

function AnswerForm(props: VerdictProps) {
  const { open, submission, shopName, answerRef, section } = props;
  const waits = useMailWaits();
  const letter = open.wantsLetter ? ` ${open.author} gets it by mail, once.${waits}` : "";
  return (
    <section className="verdict__more" aria-label="Your answer">
      <WorkshopForm
        name="answer"
        action={open.to}
        submission={submission}
        version={open.version}
        stored={{ answer: open.answer ?? "" }}
        labels={{ answer: "Your answer" }}
        savesByKey={section === "answer"}
      >
        {({ field, isSending }) => (
          <>
            <TextField
              {...field("answer")}
              label="Your answer"
              rows={5}
              maxLength={limits.text.message}
              ref={answerRef}
              note={`Stands on the shop in the name of ${shopName}.${letter}`}
            />
            <Button look="main" fit busy={isSending}>
              Publish the answer
            </Button>
          </>
        )}
      </WorkshopForm>
    </section>
  );
}

function HideForm(props: VerdictProps) {
  const section = useRef<HTMLElement>(null);
  // Below a long text the reasons would open out of sight, behind the bars of a phone. The effect returns nothing: newer browsers
  // answer with a promise, which React would call as the effect's end.
  useEffect(() => {
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section className="verdict__more" aria-label="Why it is hidden" ref={section}>
      <WorkshopForm {...formOf(props, "hide")} noValidate={false} labels={{ reason: "Why it is hidden" }}>
        {({ tick, error, isSending }) => (
          <>
            <Choices
              label={
                <>
                  Hide it because <span className="label__note">stars are no reason</span>
                </>
              }
              error={error("reason")}
              note="It is kept for ever, and nobody on the shop sees it."
            >
              <div className="verdict__reasons">
                {reasonsToHide.map((reason, index) => (
                  <Choice key={reason} {...tick("reason", reason)} required>
                    {hideReasons[reason]} <kbd className="kbd kbd--in">{index + 1}</kbd>
                  </Choice>
                ))}
              </div>
            </Choices>
            <Button busy={isSending}>Hide it</Button>
          </>
        )}
      </WorkshopForm>
    </section>
  );
}
