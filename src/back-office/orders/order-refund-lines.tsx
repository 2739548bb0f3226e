import { cents, type Cents } from "~/shop/money";
import { Plate } from "../ui/plate";
import type { Refund, RefundParts } from "./order-refund-parts";
import { Stepper } from "./order-stepper";

/** Fields of each line: number of pieces to refund, and the amount. */
export const RefundLines = ({ refund, ...row }: RefundParts) => (
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

function LineRow({
  line,
  typed,
  error: errorOf,
  isReady,
  change,
}: Omit<RefundParts, "refund"> & { line: Refund["lines"][number] }) {
  const { position, name, note, picture, left, amounts } = line;
  const [pieces, amount] = [`pieces-${position}`, `amount-${position}`];
  const whole = (quantity: number) => shownAmount(amounts[quantity - 1] ?? cents(0));
  // A changed quantity resets the amount, so a lower amount has to be typed afterwards.
  const choose = (quantity: string) =>
    change({ [pieces]: quantity, [amount]: /^\d+$/.test(quantity) ? whole(Number(quantity)) : "" });
  const quantity = typed[pieces] ?? "0";
  const error = errorOf(pieces) ?? errorOf(amount);
  return (
    <tr role="row">
      <td role="cell">
        <span className="thing">
          <Plate hash={picture} />
          <span>
            {name}
            <span className="sub">{note}</span>
            {error && (
              <span className="field__error" id={`${errorOf(pieces) ? pieces : amount}-error`}>
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
          isWrong={errorOf(pieces) !== undefined}
          onChange={choose}
        />
      </td>
      <td role="cell" className="n dust small">
        of {left}
      </td>
      <td role="cell">
        <AmountField
          name={amount}
          label={`Amount for ${name}`}
          whole={Number(quantity) > 0 ? whole(Number(quantity)) : "0.00"}
          value={typed[amount] ?? ""}
          isWrong={errorOf(amount) !== undefined}
          onChange={(value) => change({ [amount]: value })}
        />
      </td>
    </tr>
  );
}

interface AmountProps {
  name: string;
  label: string;
  /** Paid amount; an empty field refunds all of it. */
  whole: string;
  value: string;
  isWrong: boolean;
  onChange(value: string): void;
}

const AmountField = ({ name, label, whole, value, isWrong, onChange }: AmountProps) => (
  <span className="back__given money">
    <input
      className="input input--num"
      id={name}
      name={name}
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${name}-error` : undefined}
      placeholder={whole}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </span>
);

const shownAmount = (amount: Cents): string => (amount / 100).toFixed(2);
