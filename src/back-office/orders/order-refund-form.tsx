import { useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { amountIn, cents, type Cents, formatCents } from "~/shop/money";
import type { Declined } from "../form-answers";
import { Field, SelectField, Tick } from "../ui/field";
import { Notice } from "../ui/notice";
import { Plate } from "../ui/plate";
import { SideDialog } from "../ui/side-dialog";
import { useKept } from "../use-pending-form";
import type { refundForm } from "./order-refund.server";
import { OrderSideForm } from "./order-side-form";
import { Stepper } from "./order-stepper";
import { REFUND_REASONS } from "./order-texts";

type Refund = NonNullable<Awaited<ReturnType<typeof refundForm>>>;
type Line = Refund["lines"][number];

interface Props {
  refund: Refund;
  submission: string;
  answer: Declined | undefined;
}

/** What the fields say, by their names. */
type Typed = Record<string, string | undefined>;

/** The dialog of a refund. While an earlier one is not confirmed it says so, and has no button. */
export function RefundDialog({ refund, submission, answer }: Props) {
  if (refund.isUnconfirmed)
    return (
      <SideDialog title={refund.title} back={`/orders/${refund.number}`}>
        <div className="dialog__body side__body">
          <Notice title="Asked, not yet confirmed.">
            <p>
              The payment provider has not answered yet whether the last refund went through. It is asked again by
              itself, within a minute; until then no second one can be made.
            </p>
          </Notice>
        </div>
      </SideDialog>
    );
  return <RefundFields refund={refund} submission={submission} answer={answer} />;
}

function RefundFields({ refund, submission, answer }: Props) {
  const kept = useKept();
  const given: Typed = answer?.values ?? kept;
  const start: Typed = { reason: REFUND_REASONS[0], restock: "yes", ...given };
  const [typed, setTyped] = useState<Typed>(start);
  const isReady = useHydrated();
  const change = (values: Typed) => setTyped((earlier) => ({ ...earlier, ...values }));
  const sum = sumOf(refund, typed);
  const errors = answer?.errors ?? {};
  const labels = Object.fromEntries(
    refund.lines.flatMap(({ position, name }) => [
      [`pieces-${position}`, `Pieces of ${name}`],
      [`amount-${position}`, `Amount for ${name}`],
    ]),
  );
  return (
    <OrderSideForm
      title={refund.title}
      number={refund.number}
      form={{ submission, version: refund.version }}
      answer={answer}
      labels={{ ...labels, goodwill: "For goodwill", reason: "Why", nothing: "Nothing is chosen" }}
      look="rust"
      button={isReady && sum !== null ? `Refund ${formatCents(sum)}` : "Refund what is chosen"}
      note="Money that has gone back cannot be undone. Pressed twice, it goes back once."
      isChanged={() => (sum ?? 0) > 0}
    >
      {refund.lines.length > 0 && <LinesTable {...{ refund, typed, change, errors, isReady }} />}
      <p className="small dust back__note">
        Amounts are what was paid, less its part of the discount. They may be lowered; an empty one gives back all.
      </p>
      {refund.hasSent && (
        <p className="small dust back__note">
          Stock of what has left does not come back by a refund: it does once its return is here and settled, which then
          knows of this refund and pays it no second time.
        </p>
      )}
      <Choices {...{ refund, given, change, errors }} reason={start["reason"]} />
      <Sum refund={refund} sum={isReady ? sum : null} />
    </OrderSideForm>
  );
}

interface TableProps {
  refund: Refund;
  typed: Typed;
  errors: Record<string, string>;
  isReady: boolean;
  change(values: Typed): void;
}

interface ChoicesProps extends Pick<TableProps, "refund" | "errors" | "change"> {
  /** What was typed before. */
  given: Typed;
  reason: string | undefined;
}

/** What goes back beside pieces, and why. */
const Choices = ({ refund, given, change, errors, reason }: ChoicesProps) => (
  <div className="stack">
    {refund.canRestock && (
      <Tick
        name="restock"
        value="yes"
        defaultChecked={given["submission"] ? given["restock"] === "yes" : true}
        onChange={({ target }) => change({ restock: target.checked ? "yes" : "" })}
      >
        Put what has not left back in stock
      </Tick>
    )}
    {refund.delivery > 0 && (
      <Tick
        name="delivery"
        value="yes"
        defaultChecked={given["delivery"] === "yes"}
        onChange={({ target }) => change({ delivery: target.checked ? "yes" : "" })}
      >
        Give back delivery too, {formatCents(refund.delivery)}
      </Tick>
    )}
    <Field
      id="goodwill"
      name="goodwill"
      label="For goodwill"
      labelNote="beside pieces and delivery"
      inputMode="decimal"
      placeholder="0.00"
      defaultValue={given["goodwill"]}
      onChange={({ target }) => change({ goodwill: target.value })}
      {...(errors["goodwill"] && { error: errors["goodwill"] })}
    />
    <SelectField
      id="reason"
      name="reason"
      label="Why"
      labelNote="seen by members only"
      defaultValue={reason}
      {...(errors["reason"] && { error: errors["reason"] })}
    >
      {REFUND_REASONS.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  </div>
);

const LinesTable = ({ refund, ...row }: TableProps) => (
  <table className="t back" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">
          What
        </th>
        <th scope="col" role="columnheader">
          Pieces
        </th>
        <th scope="col" role="columnheader">
          <span className="vh">Of how many</span>
        </th>
        <th scope="col" role="columnheader">
          Amount
        </th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {refund.lines.map((line) => (
        <LineRow key={line.position} line={line} {...row} />
      ))}
    </tbody>
  </table>
);

function LineRow({ line, typed, errors, isReady, change }: Omit<TableProps, "refund"> & { line: Line }) {
  const { position, name, note, picture, left, amounts } = line;
  const [pieces, amount] = [`pieces-${position}`, `amount-${position}`];
  const whole = (quantity: number) => shownAmount(amounts[quantity - 1] ?? cents(0));
  // The amount follows the pieces, whatever was typed before: it is lowered last.
  const choose = (quantity: string) =>
    change({ [pieces]: quantity, [amount]: /^\d+$/.test(quantity) ? whole(Number(quantity)) : "" });
  const quantity = typed[pieces] ?? "0";
  const error = errors[pieces] ?? errors[amount];
  return (
    <tr role="row">
      <td role="cell">
        <span className="thing">
          <Plate hash={picture} />
          <span>
            {name}
            <span className="sub">{note}</span>
            {error && (
              <span className="field__error" id={`${errors[pieces] ? pieces : amount}-error`}>
                {error}
              </span>
            )}
          </span>
        </span>
      </td>
      <td role="cell">
        <Stepper
          id={pieces}
          label={`Pieces of ${name}`}
          thing={name}
          value={quantity}
          most={left}
          hasButtons={isReady}
          isWrong={errors[pieces] !== undefined}
          onChange={choose}
        />
      </td>
      <td role="cell" className="n dust small">
        of {left}
      </td>
      <td role="cell">
        <span className="back__given money">
          <input
            className="input input--num"
            id={amount}
            name={amount}
            inputMode="decimal"
            aria-label={`Amount for ${name}`}
            aria-invalid={errors[amount] ? true : undefined}
            aria-describedby={errors[amount] ? `${amount}-error` : undefined}
            placeholder={Number(quantity) > 0 ? whole(Number(quantity)) : "0.00"}
            value={typed[amount] ?? ""}
            onChange={({ target }) => change({ [amount]: target.value })}
          />
        </span>
      </td>
    </tr>
  );
}

const shownAmount = (amount: Cents): string => (amount / 100).toFixed(2);

/** What goes back as typed, in cents; null while a field cannot be read. */
function sumOf({ lines, delivery }: Refund, typed: Typed): Cents | null {
  let sum = typed["delivery"] === "yes" ? delivery : 0;
  for (const { position, amounts } of lines) {
    const quantity = Number(typed[`pieces-${position}`] ?? 0);
    if (!Number.isInteger(quantity)) return null;
    if (quantity === 0) continue;
    const text = typed[`amount-${position}`] ?? "";
    const amount = text.trim() === "" ? amounts[quantity - 1] : amountIn(text);
    if (amount === undefined) return null;
    sum += amount;
  }
  const goodwill = typed["goodwill"]?.trim() ? amountIn(typed["goodwill"]) : cents(0);
  return goodwill === undefined ? null : cents(sum + goodwill);
}

const Sum = ({ refund: { to, moneyLeft, paid }, sum }: { refund: Refund; sum: Cents | null }) => (
  <div className="back__sum" aria-live="polite">
    <span>
      <b>Goes back by {to}</b>
      <span className="sub">
        {sum === null
          ? `Up to ${formatCents(moneyLeft)} of ${formatCents(paid)} can go back.`
          : `${formatCents(cents(Math.max(0, moneyLeft - sum)))} of ${formatCents(paid)} stay with you.`}{" "}
        The shopper gets a letter.
      </span>
    </span>
    {sum !== null && <strong className="back__amount">{formatCents(sum)}</strong>}
  </div>
);
