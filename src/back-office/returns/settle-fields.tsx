import { formatCents } from "~/shop/money";
import {
  cameOf,
  conditions,
  CONDITIONS,
  type LineToSettle,
  restockField,
  settleField,
  type SettledLine,
} from "~/shop/returns/settlement";
import { Field, SelectField } from "../ui/field";
import { counted } from "../count-texts";

interface SettleFieldsProps {
  line: LineToSettle;
  usual: SettledLine;
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

/** The fields of one line that came: money, what is sent instead, and the shelf. */
export function SettleFields(props: SettleFieldsProps) {
  const { line, usual } = props;
  const { position, arrived, refundable, before, amounts } = line;
  const most = Math.min(cameOf(line), refundable);
  return (
    <>
      <Count
        {...props}
        name={settleField("refund", position)}
        label="Refund"
        value={usual.refunded}
        note={refundNote(line, most)}
      />
      {most > 0 && (
        <Field
          id={settleField("amount", position)}
          name={settleField("amount", position)}
          label="Amount"
          labelNote="if less than was paid"
          inputMode="decimal"
          placeholder={((amounts[Math.max(usual.refunded, 1) - 1] ?? 0) / 100).toFixed(2)}
          defaultValue={props.typed[settleField("amount", position)] ?? ""}
          note={amountsNote(line, most)}
          {...errorOf(props.errors, settleField("amount", position))}
        />
      )}
      {line.variants.length > 0 && refundable > 0 && <ExchangeFields {...props} />}
      {CONDITIONS.map((condition) =>
        arrived[condition] ? (
          <Count
            {...props}
            key={condition}
            name={restockField(position, condition)}
            label={`Back on the shelf, ${conditions[condition].label.toLowerCase()}`}
            value={usual.restocked[condition] ?? 0}
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

/** How many at most, where that is fewer than came. */
function refundNote(line: LineToSettle, most: number): string {
  const came = cameOf(line);
  if (most === came) return `of ${came}`;
  return most === 0 ? "nothing is left to refund for it" : `${counted(most, "piece")} at most`;
}

/** Sentence about the price paid for one piece, for two of them, and so on. */
function amountsNote({ amounts }: LineToSettle, most: number): string {
  const [first] = amounts;
  if (most === 1) return first === undefined ? "" : `${formatCents(first)} was paid for it`;
  return amounts
    .slice(0, Math.min(most, 6))
    .map((amount, index) => `${index + 1}: ${formatCents(amount)}`)
    .join(", ");
}

const errorOf = (errors: Record<string, string>, field: string) => (errors[field] ? { error: errors[field] } : {});

interface CountProps extends SettleFieldsProps {
  name: string;
  label: string;
  value: number;
  note?: string;
}

const Count = ({ name, label, value, note, typed, errors }: CountProps) => (
  <Field
    id={name}
    name={name}
    label={label}
    inputMode="numeric"
    defaultValue={typed[name] ?? String(value)}
    {...(note && { note })}
    {...errorOf(errors, name)}
  />
);

function ExchangeFields(props: SettleFieldsProps) {
  const { line, usual, typed, errors } = props;
  const field = settleField("variant", line.position);
  return (
    <>
      <Count {...props} name={settleField("exchange", line.position)} label="Exchange" value={usual.exchanged} />
      <SelectField
        id={field}
        name={field}
        label="Send instead"
        defaultValue={typed[field] ?? String(usual.exchangeVariantId ?? line.exchangeVariantId ?? "")}
        {...errorOf(errors, field)}
      >
        <option value="">Choose</option>
        {line.variants.map(({ id, name, left }) => (
          <option key={id} value={id}>
            {name}, {left === null ? "no limit" : left === 0 ? "sold out" : `${left} left`}
          </option>
        ))}
      </SelectField>
    </>
  );
}
