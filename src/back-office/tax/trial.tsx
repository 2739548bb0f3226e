import { Form } from "react-router";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { Button } from "../ui/button";
import { Field, MoneyField } from "../ui/field";
import { kindNames } from "./tax-words";
import type { TrialLine, TrialView } from "./trial.server";

/** Tax calculator on the pages of rates and rules: fields for goods and an address, and the computation as text. */
export function Trial({ trial, action }: { trial: TrialView; action: string }) {
  const { lines, add, discount, to, errors, result } = trial;
  const fields = [...lines, { name: "", kind: "clothing", price: "", quantity: "1" }];
  return (
    <section className="trial" aria-labelledby="trial">
      <h2 id="trial">Try it</h2>
      <p className="small dust">Nothing is ordered, nothing is kept.</p>
      {/* The key changes with each answer so that the fields are created anew: default values apply only once. */}
      <Form method="get" action={action} preventScrollReset className="trial__form" key={JSON.stringify(trial)}>
        <Field
          id="trial-add"
          name="add"
          type="search"
          label="Add a product"
          labelNote="by name, SKU or barcode"
          defaultValue={add}
          autoComplete="off"
          {...(errors.add && { error: errors.add })}
        />
        {fields.map((line, place) => (
          <LineFields key={place} line={line} place={place} errors={errors} isLast={place === lines.length} />
        ))}
        <div className="trial__two">
          <MoneyField
            name="discount"
            label="Discount"
            placeholder="none"
            defaultValue={discount}
            {...(errors.discount && { error: errors.discount })}
          />
          <Field
            id="trial-to"
            name="to"
            label="To"
            placeholder="Albany, NY 12207"
            defaultValue={to}
            autoComplete="off"
            {...(errors.to && { error: errors.to })}
          />
        </div>
        <Button wide>Work it out</Button>
      </Form>
      {result && <Result {...result} />}
    </section>
  );
}

interface LineProps {
  line: TrialLine;
  place: number;
  errors: Record<string, string>;
  isLast: boolean;
}

function LineFields({ line, place, errors, isLast }: LineProps) {
  const of = line.name || (isLast ? "typed goods" : `typed goods, line ${place + 1}`);
  const wrong = errors[`price-${place}`] ?? errors[`quantity-${place}`];
  return (
    <div className={wrong ? "trial__line field has-error" : "trial__line field"} role="group" aria-label={of}>
      <input type="hidden" name="name" value={line.name} />
      <span className="small trial__name">{line.name || (isLast ? "Or a price and its kind" : "Typed")}</span>
      <select
        className="input input--choice trial__kind"
        name="kind"
        defaultValue={line.kind}
        aria-label={`Kind: ${of}`}
      >
        {TAX_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]}
          </option>
        ))}
      </select>
      <span className="money trial__money">
        <input
          className="input input--num trial__price"
          name="price"
          inputMode="decimal"
          defaultValue={line.price}
          aria-label={`Price a piece: ${of}`}
          autoComplete="off"
        />
      </span>
      <input
        className="input input--num trial__pieces"
        name="quantity"
        inputMode="numeric"
        defaultValue={line.quantity}
        aria-label={`Pieces: ${of}`}
        autoComplete="off"
      />
      {wrong && <p className="field__error">{wrong}</p>}
    </div>
  );
}

const Result = ({ rows, value, discount, delivery, added, total, says }: NonNullable<TrialView["result"]>) => (
  <div className="trial__result" role="status">
    <table className="t">
      <caption className="vh">How it was counted</caption>
      <tbody>
        {rows.map(({ name, words, amount }, place) => (
          <tr key={place}>
            <th scope="row">
              {name}
              <span className="sub">{words}</span>
            </th>
            <td className="n">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <dl className="sums">
      <Sum name="Order value" amount={value} />
      {discount && <Sum name="Discount" amount={`−${discount}`} />}
      <Sum name="Delivery" amount={delivery} />
      <Sum name="Sales tax and fees" amount={added} />
      <div className="sums__total">
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
    <p className="small dust">{says}</p>
  </div>
);

const Sum = ({ name, amount }: { name: string; amount: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
);
