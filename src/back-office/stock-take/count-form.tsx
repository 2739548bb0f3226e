import { useRef, useState } from "react";
import { Link } from "react-router";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { Plate } from "../ui/plate";
import { differenceWords } from "./take-words";
import type { takePage } from "./take.server";

type Variant = NonNullable<NonNullable<Awaited<ReturnType<typeof takePage>>>["current"]>;

interface CountFormProps {
  takeId: string;
  variant: Variant;
  /** Number that the member already typed, for browsers without JavaScript; null if none. */
  typed: string | null;
  submission: string;
}

/** Form to count one variant, with large buttons for use with a thumb: fewer, the number, more, next. */
export function CountForm({ takeId, variant, typed, submission }: CountFormProps) {
  const { id, name, choice, sku, picture, expected, before } = variant;
  const shown = typed ?? String(before ?? expected?.pieces ?? 0);
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
    <WorkshopForm
      className="count"
      // The form's name contains the variant's id, so that a refused count is shown again with its variant.
      name={`count:${id}`}
      action={`/stock/count/${takeId}?pair=${id}`}
      submission={submission}
      stored={{ counted: shown }}
      labels={{ counted: "Counted" }}
    >
      {(parts) => (
        <>
          <input type="hidden" name="variant" value={id} />
          <div className="thing">
            <Plate hash={picture} big />
            <div>
              <h2 className="count__name">{name}</h2>
              {choice && <p>{choice}</p>}
              <p className="sub">{sku}</p>
            </div>
          </div>
          {/* First submit button of the form, so that Enter saves the count and does not press "fewer". */}
          <button className="vh" tabIndex={-1} aria-hidden="true">
            Next piece
          </button>
          <CountedField parts={parts} expected={expected.pieces} />
          <Button look="main" wide thumb busy={parts.isSending}>
            Next piece
          </Button>
          <p className="count__note">{inHouseWords(expected)}</p>
        </>
      )}
    </WorkshopForm>
  );
}

function CountedField({ parts, expected }: { parts: FormParts; expected: number }) {
  const { error, ...named } = parts.field("counted");
  const field = useRef<HTMLInputElement>(null);
  const [counted, setCounted] = useState(named.defaultValue);
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
          {...named}
          className="count__number"
          inputMode="numeric"
          autoComplete="off"
          aria-label="Counted"
          ref={field}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${named.id}-error`}
          onInput={(event) => setCounted(event.currentTarget.value)}
          onFocus={(event) => event.target.select()}
        />
        <Step name="more" label="One more" onStep={() => step(1)} />
      </div>
      {error && (
        <p className="field__error" id={`${named.id}-error`}>
          {error}
        </p>
      )}
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

/** Says how many pieces are reserved or sold but still on the shelf, and so have to be counted. */
function inHouseWords({ held, sold }: { held: number; sold: number }): string {
  const parts = [held > 0 && `${held} held until paid`, sold > 0 && `${sold} sold and not sent`].filter(Boolean);
  return parts.length === 0
    ? "What is sold meanwhile is taken off by itself: count what lies here."
    : `With ${parts.join(" and ")}: count all that lies here.`;
}
