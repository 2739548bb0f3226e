import {
  cameOf,
  conditions,
  CONDITIONS,
  type LineToSettle,
  restockField,
  settleField,
  type SettledLine,
} from "~/shop/returns/settlement";
import type { FormParts } from "../forms/workshop-form";
import { paidWords } from "./paid-words";
import { Field, SelectField } from "../ui/field";
import { counted } from "../count-words";

interface SettleFieldsProps {
  line: LineToSettle;
  usual: SettledLine;
  field: FormParts["field"];
}

/** Fields of a received line: refund, replacement and restocking. */
export function SettleFields(props: SettleFieldsProps) {
  const { line, usual, field } = props;
  const { position, arrived, refundable, before, amounts } = line;
  const most = Math.min(cameOf(line), refundable);
  return (
    <>
      <Field
        {...field(settleField("refund", position))}
        label="Refund"
        inputMode="numeric"
        note={refundNote(line, most)}
      />
      {most > 0 && (
        <Field
          {...field(settleField("amount", position))}
          label="Amount"
          labelNote="if less than was paid"
          inputMode="decimal"
          placeholder={((amounts[Math.max(usual.refunded, 1) - 1] ?? 0) / 100).toFixed(2)}
          note={paidWords(line, most)}
        />
      )}
      {line.variants.length > 0 && refundable > 0 && <ExchangeFields {...props} />}
      {CONDITIONS.map((condition) =>
        arrived[condition] ? (
          <Field
            key={condition}
            {...field(restockField(position, condition))}
            label={`Back on the shelf, ${conditions[condition].label.toLowerCase()}`}
            inputMode="numeric"
            note={`of ${arrived[condition]}; the rest is written off`}
          />
        ) : null,
      )}
      {before.quantity > 0 && most > usual.refunded + usual.exchanged && (
        <p className="small dust returned-line__note">
          Refund more only where that earlier refund was for a piece the shopper keeps.
        </p>
      )}
    </>
  );
}

/** Note on the number of refundable pieces if fewer can be refunded than arrived. */
function refundNote(line: LineToSettle, most: number): string {
  const came = cameOf(line);
  if (most === came) return `of ${came}`;
  return most === 0 ? "nothing is left to refund for it" : `${counted(most, "piece")} at most`;
}

const ExchangeFields = ({ line: { position, variants }, field }: Pick<SettleFieldsProps, "line" | "field">) => (
  <>
    <Field {...field(settleField("exchange", position))} label="Exchange" inputMode="numeric" />
    <SelectField {...field(settleField("variant", position))} label="Send instead">
      <option value="">Choose</option>
      {variants.map(({ id, name, left }) => (
        <option key={id} value={id}>
          {name}, {left === null ? "no limit" : left === 0 ? "sold out" : `${left} left`}
        </option>
      ))}
    </SelectField>
  </>
);
