import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { LeaveGuard } from "../ui/leave-guard";
import { Plate } from "../ui/plate";
import { useChangedForm } from "../ui/use-changed-form";
import { differenceWords } from "./difference-texts";
import type { takePage } from "./take.server";

type Pair = NonNullable<NonNullable<Awaited<ReturnType<typeof takePage>>>["current"]>;

interface CountFormProps {
  takeId: string;
  pair: Pair;
  /** What was typed already, where the form comes back. */
  typed: string | null | undefined;
}

/** What lies of one pair, for one thumb: fewer, the number, more, next. */
export function CountForm({ takeId, pair, typed }: CountFormProps) {
  const { id, name, choice, sku, picture, expected, before } = pair;
  const shown = typed ?? String(before ?? expected?.pieces ?? 0);
  const { element, isChanged, onSubmit } = useChangedForm(undefined);
  const isSending = useNavigation().formMethod === "POST";
  if (!expected)
    return (
      <p className="take__over">
        {name} is sold without limit: there is nothing to compare.{" "}
        <Link className="link" to={`/stock/count/${takeId}`}>
          Back to the next piece
        </Link>
      </p>
    );
  return (
    <Form
      className="count"
      method="post"
      action={`/stock/count/${takeId}`}
      ref={element}
      onSubmit={onSubmit}
      noValidate
    >
      <LeaveGuard isChanged={isChanged} />
      <input type="hidden" name="intent" value="count" />
      <input type="hidden" name="pair" value={id} />
      <div className="thing">
        <Plate hash={picture} big />
        <div>
          <h2 className="count__name">{name}</h2>
          {choice && <p>{choice}</p>}
          <p className="sub">{sku}</p>
        </div>
      </div>
      {/* Enter in the field counts; it must not press the first button that sends. */}
      <button className="vh" tabIndex={-1} aria-hidden="true">
        Next piece
      </button>
      <CountedField shown={shown} expected={expected.pieces} />
      <Button look="main" wide thumb busy={isSending}>
        Next piece
      </Button>
      <p className="count__note">{inHouseWords(expected)}</p>
    </Form>
  );
}

function CountedField({ shown, expected }: { shown: string; expected: number }) {
  const field = useRef<HTMLInputElement>(null);
  const [counted, setCounted] = useState(shown);
  const step = (by: number) => {
    const next = String(Math.max(0, (Number.parseInt(counted, 10) || 0) + by));
    if (field.current) field.current.value = next;
    setCounted(next);
  };
  return (
    <>
      <div className="count__row">
        <Step name="less" label="One fewer" onStep={() => step(-1)} />
        <input
          className="count__number"
          name="counted"
          inputMode="numeric"
          autoComplete="off"
          aria-label="Counted"
          ref={field}
          defaultValue={shown}
          onInput={(event) => setCounted(event.currentTarget.value)}
          onFocus={(event) => event.target.select()}
        />
        <Step name="more" label="One more" onStep={() => step(1)} />
      </div>
      <div className="count__diff">
        <span className="dust">The shop says {expected}</span>
        <strong role="status">{differenceWords(Number.parseInt(counted, 10) - expected)}</strong>
      </div>
    </>
  );
}

const Step = ({ name, label, onStep }: { name: "less" | "more"; label: string; onStep(): void }) => (
  <button
    className="count__step"
    name="step"
    value={name}
    aria-label={label}
    onClick={(event) => {
      event.preventDefault();
      onStep();
    }}
  >
    <Icon name={name} />
  </button>
);

/** What of the pieces on the shelf is somebody's already: they lie there and are counted. */
function inHouseWords({ held, sold }: { held: number; sold: number }): string {
  const parts = [held > 0 && `${held} held until paid`, sold > 0 && `${sold} sold and not sent`].filter(Boolean);
  return parts.length === 0
    ? "What is sold meanwhile is taken off by itself: count what lies here."
    : `With ${parts.join(" and ")}: count all that lies here.`;
}
