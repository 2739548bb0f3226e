import { queueParts } from "./queue-view";
import { useRef, useState } from "react";
import { Link, useNavigate, useNavigation, useRouteLoaderData, useSubmit } from "react-router";
import { reasonsToHide } from "~/shop/moderation";
import { useHydrated } from "~/ui/use-hydrated";
import { FormMessage } from "../forms/form-message";
import { useUnsavedOf } from "../forms/use-unsaved";
import { unsentId } from "../forms/sent-ids";
import type { WorkshopFrame } from "../shell/frame.server";
import { ButtonLink } from "../ui/button";
import { useKeys } from "../ui/keys";
import { Plate } from "../ui/plate";
import { State } from "../ui/state";
import { Stars } from "../ui/stars";
import type { OpenQueue } from "./queue.server";
import { type Asked, type OpenSection, Verdict } from "./verdict";
import { countUpTo1000 } from "../count-words";

interface QueueOneProps {
  queue: OpenQueue;
  open: NonNullable<OpenQueue["open"]>;
  /** Section that the address opens, for browsers without script. */
  opened: string | null;
}

const sectionIn = (text: string | null | undefined): OpenSection | null =>
  text === "answer" || text === "hide" ? text : null;

/** The open entry with its full text, and the forms to decide about it. */
export function QueueOne(props: QueueOneProps) {
  const { queue, open, opened } = props;
  const { position, counts, previous, next, mayDecide } = queue;
  const { answer: refused, kept } = useUnsavedOf((form) => sectionIn(form) !== null);
  const [section, setSection] = useState(sectionIn((refused?.typed ?? kept)?.form ?? opened));
  const answer = useRef<HTMLTextAreaElement>(null);
  // Verdict that waits until the member decides what to do with a typed, unsent answer.
  const [asks, setAsks] = useState<Asked | null>(null);
  const hasUnsent = () => (answer.current?.value ?? "").trim() !== (open.answer ?? "").trim();
  const openSection = (wanted: OpenSection | null) => {
    setSection(wanted);
    setAsks(null);
    if (wanted === "answer") requestAnimationFrame(() => answer.current?.focus());
  };
  useVerdictKeys(props, section, {
    onSection: openSection,
    asks: (verdict) => hasUnsent() && (setAsks(verdict), true),
  });
  const kinds: readonly (keyof typeof counts)[] = queueParts[queue.part].kinds;
  const all = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  // Decided entries and samples have no position in the count of waiting entries.
  const hasPlace = position !== null && position <= all && queue.part !== "decided" && queue.part !== "samples";
  return (
    <article className="queue__one" aria-labelledby="one">
      <p className="queue__nav">
        <span>{!hasPlace ? open.standsSo : `${position} of ${countUpTo1000(all)}, oldest first`}</span>
        {previous && <ButtonLink to={previous}>Back</ButtonLink>}
        {next && <ButtonLink to={next}>Next</ButtonLink>}
      </p>
      <FormMessage of={["approve", "wait"]} />
      <Head open={open} />
      {mayDecide ? (
        <Verdict
          open={open}
          submission={queue.submission}
          shopName={queue.shopName}
          section={section}
          onSection={openSection}
          asks={asks}
          onAsk={(verdict) => {
            if (verdict !== null && !hasUnsent()) return false;
            setAsks(verdict);
            return true;
          }}
          answerRef={answer}
        />
      ) : (
        <p className="dust">You may read this. Deciding about it takes another role.</p>
      )}
      {mayDecide && <QueueKeys mayAnswer={open.mayBeAnswered} />}
    </article>
  );
}

function Head({ open }: Pick<QueueOneProps, "open">) {
  const { about, by, bought, picture, title, author, stars, fit, words, standing, standsSo, isSample, answer } = open;
  return (
    <>
      <div className="queue__thing">
        <Plate hash={picture} />
        <span>
          {about && (
            <a className="link" href={about.href}>
              <b>{about.name}</b>
            </a>
          )}
          <span className="sub">
            {by}
            {bought && " Bought it"}
            {bought?.order && (
              <>
                {", "}
                <Link className="link" to={`/orders/${bought.order.number}`}>
                  {bought.order.shown}
                </Link>
              </>
            )}
          </span>
        </span>
      </div>
      <h2 className="queue__title" id="one">
        {title || author}
      </h2>
      {stars !== null && (
        <p className="queue__stars">
          <Stars count={stars} /> {fit}
        </p>
      )}
      {words && <blockquote className="queue__quote">{words}</blockquote>}
      {(standing !== "waiting" || isSample) && (
        <p className="queue__standing">
          {standing !== "waiting" && <State sign={standing === "approved" ? "full" : "over"}>{standsSo}</State>}
          {isSample && <State sign="here">Sample, invented for the demo shop</State>}
        </p>
      )}
      {answer && (
        <div className="queue__answer">
          <p className="label">The shop answered</p>
          <p className="queue__said">{answer}</p>
        </div>
      )}
    </>
  );
}

/** Registers the keyboard shortcuts that decide about the open entry. */
function useVerdictKeys(
  { queue: { submission, next, previous, mayDecide }, open }: QueueOneProps,
  section: OpenSection | null,
  {
    onSection,
    asks,
  }: {
    onSection(section: OpenSection): void;
    /** Asks for confirmation if an answer is typed and not sent; returns whether it asks. */
    asks(verdict: Asked): boolean;
  },
): void {
  const isOn = useRouteLoaderData<WorkshopFrame>("shell/frame.page")?.singleKeys ?? false;
  const isReady = useHydrated();
  const [navigate, submit, { state }] = [useNavigate(), useSubmit(), useNavigation()];
  const send = (verdict: Asked) => {
    if (state !== "idle" || !mayDecide) return;
    const form = { submission: unsentId(submission), version: String(open.version) };
    void submit({ ...form, ...verdict }, { method: "post", action: open.to });
  };
  const reasons = reasonsToHide.map((reason, index) => [
    String(index + 1),
    () => section === "hide" && !asks({ form: "hide", reason }) && send({ form: "hide", reason }),
  ]);
  useKeys(
    {
      j: () => next && void navigate(next),
      k: () => previous && void navigate(previous),
      a: () => open.standing !== "approved" && !asks({ form: "approve" }) && send({ form: "approve" }),
      r: () => open.mayBeAnswered && mayDecide && onSection("answer"),
      h: () => mayDecide && onSection("hide"),
      ...(Object.fromEntries(reasons) as Record<string, () => void>),
    },
    isOn && isReady,
    { isOfScreen: true },
  );
}

/** List of keyboard shortcuts below an entry. */
const QueueKeys = ({ mayAnswer }: { mayAnswer: boolean }) => (
  <p className="queue__keys">
    <Key letter="J">next</Key>
    <Key letter="K">back</Key>
    <Key letter="A">approve</Key>
    {mayAnswer && <Key letter="R">answer</Key>}
    <Key letter="H">hide, then 1 to 6</Key>
    <Key letter="Z">undo</Key>
  </p>
);

const Key = ({ letter, children }: { letter: string; children: string }) => (
  <span>
    <kbd className="kbd">{letter}</kbd> {children}
  </span>
);
