import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { limits } from "~/shop/limits";
import { hideReasons, reasonsToHide } from "~/shop/moderation";
import { Button, ButtonLink } from "../ui/button";
import { Choice, Choices, TextField } from "../ui/field";
import { useCommandKey } from "../ui/keys";
import { LeaveGuard } from "../ui/leave-guard";
import type { OpenQueue } from "./queue.server";

/** The part of the verdict that asks for more. */
export type OpenSection = "answer" | "hide";

interface VerdictProps {
  open: NonNullable<OpenQueue["open"]>;
  submission: string;
  shopName: string;
  section: OpenSection | null;
  onSection(section: OpenSection | null): void;
  answerRef: RefObject<HTMLTextAreaElement | null>;
  /** What was typed and not sent. */
  typed: string | undefined;
  errors: Record<string, string>;
}

/** Approve, answer, hide: each a form of its own, so that none is sent in place of another. */
export function Verdict(props: VerdictProps) {
  const { open, section, onSection } = props;
  const { standing, mayBeAnswered, to } = open;
  const opens = (wanted: OpenSection) => ({
    to: `${to}?open=${wanted}`,
    "aria-expanded": section === wanted,
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      onSection(section === wanted ? null : wanted);
    },
  });
  const isQuestion = open.kind === "question";
  return (
    <>
      <div className="verdict" data-sill>
        {standing !== "approved" && (
          <VerdictForm {...props}>
            <Button look={isQuestion ? "line" : "main"} fit={!isQuestion} name="verdict" value="approve">
              Approve <kbd className="kbd kbd--in">A</kbd>
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
          <VerdictForm {...props}>
            <Button name="verdict" value="wait">
              Back to the queue
            </Button>
          </VerdictForm>
        )}
      </div>
      {section === "answer" && <AnswerForm {...props} />}
      {section === "hide" && <HideForm {...props} />}
    </>
  );
}

interface VerdictFormProps extends Pick<VerdictProps, "open" | "submission"> {
  children: ReactNode;
  onSubmit?(): void;
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
  const sending = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSending) sending.current = false;
  }, [isSending]);
  const isChanged = useCallback(
    () => !sending.current && (answerRef.current?.value ?? first) !== (open.answer ?? ""),
    [answerRef, first, open.answer],
  );
  const markSending = () => {
    sending.current = true;
  };
  const letter = open.wantsLetter ? ` ${open.author} gets it by mail, once.` : "";
  useCommandKey("s", () => answerRef.current?.form?.requestSubmit(button.current));
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
  return (
    <section className="verdict__more" aria-label="Why it is hidden">
      <VerdictForm {...props}>
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
