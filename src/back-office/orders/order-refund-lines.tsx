import { cents, type Cents } from "~/shop/money";
import { Plate } from "../ui/plate";
import type { Refund, RefundParts } from "./order-refund-form";
import { Stepper } from "./order-stepper";

/** How many pieces of each line go back, and what is given for them. */
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
  // The amount follows the pieces, whatever was typed before: it is lowered last.
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
        <span className="back__given money">
          <input
            className="input input--num"
            id={amount}
            name={amount}
            inputMode="decimal"
            aria-label={`Amount for ${name}`}
            aria-invalid={errorOf(amount) ? true : undefined}
            aria-describedby={errorOf(amount) ? `${amount}-error` : undefined}
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
