import { Link } from "react-router";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { Icon } from "../ui/icon";
import { Road } from "../ui/road";

/** One thing to do before the shop opens. */
export interface Step {
  key: string;
  title: string;
  text: string;
  isDone: boolean;
  way?: { to: string; name: string };
  /** A second way to do the same. */
  other?: { to: string; name: string };
  /** Label of the button that marks the step as done without a change. */
  asItIs?: string;
}

interface ChecklistProps {
  steps: Step[];
  submission: string;
  /** True if another button of the screen is the primary one. */
  isQuiet: boolean;
}

/** Steps to take before the shop opens; the first open step is the screen's primary one unless paid orders wait to be sent. */
export function Checklist({ steps, submission, isQuiet }: ChecklistProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  const progress = `${done} of ${steps.length} done`;
  return (
    <section aria-labelledby="before">
      <div className="sec__head">
        <h2 id="before">Before you open</h2>
        <span className="sec__note">{progress}</span>
      </div>
      <Road done={done} all={steps.length} label={progress} />
      <ol className="steps">
        {steps.map(({ key, title, text, isDone, way, other, asItIs }, index) => (
          <li key={key} className={faceOf(isDone, index === next)}>
            <span className="steps__number">
              {isDone ? <Icon name="check" size="small" label="done" /> : index + 1}
            </span>
            <div>
              <b className="steps__title">{title}</b>
              <p>
                {text}{" "}
                {isDone && way && (
                  <Link className="link" to={way.to}>
                    {way.name}
                  </Link>
                )}
              </p>
            </div>
            {!isDone && (way ?? asItIs) && (
              <div className="steps__ways">
                {asItIs && (
                  <WorkshopForm name={`step:${key}`} action="/?index" submission={submission} isBare>
                    <Button look="bare" name="step" value={key} aria-label={`${asItIs}: ${title}`}>
                      {asItIs}
                    </Button>
                  </WorkshopForm>
                )}
                {other && <ButtonLink to={other.to}>{other.name}</ButtonLink>}
                {way && (
                  <ButtonLink look={index === next && !isQuiet ? "main" : "line"} to={way.to}>
                    {way.name}
                  </ButtonLink>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const faceOf = (isDone: boolean, isNext: boolean): string => {
  if (isDone) return "steps__step is-done";
  return isNext ? "steps__step is-next" : "steps__step";
};
