import { useState } from "react";
import { SelectField } from "~/ui/field";
import { useHydrated } from "~/ui/use-hydrated";
import type { LineToChoose } from "./lines-to-choose";
import { OtherProductFields, VariantField } from "./exchange-fields";
import { ANOTHER, fieldOf, isAboutSize, wishes, wishesFor } from "./exchange-form";
import { reasons } from "./return-reasons";

interface ReturnLinesProps {
  lines: LineToChoose[];
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

/** Lines of an order to choose from, each with quantity, reason and exchange. The only piece that can come back is chosen at first. */
export function ReturnLines({ lines, typed, errors }: ReturnLinesProps) {
  const [only, ...more] = lines.filter(({ reasons }) => reasons.length > 0);
  const quantity = only?.left === 1 && more.length === 0 ? "1" : "0";
  return (
    <ul className="rlines">
      {lines.map((line) => (
        <li key={line.position} className="rline">
          <span className="plate rline__plate">
            <img
              src={line.image ? `/api${line.image}?width=160` : "/brand/mark.svg"}
              width={80}
              height={100}
              alt=""
              className={line.image ? undefined : "no-picture"}
            />
          </span>
          <div className="rline__t">
            <p className="rline__name">{line.name}</p>
            {line.choice && <p className="muted small">{line.choice}</p>}
            {line.note && <p className="rline__note">{line.note}</p>}
            {line.reasons.length > 0 && <ReturnFields line={line} first={quantity} typed={typed} errors={errors} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ReturnFieldsProps extends Omit<ReturnLinesProps, "lines"> {
  line: LineToChoose;
  /** Quantity while none was typed. */
  first: string;
}

/** Quantity of a line, why it comes back, and what is wanted instead; each question appears once the one before has an answer. */
function ReturnFields({ line, first, typed, errors }: ReturnFieldsProps) {
  const hydrated = useHydrated();
  const names = {
    quantity: fieldOf("quantity", line.position),
    reason: fieldOf("reason", line.position),
    wish: fieldOf("wish", line.position),
    exchange: fieldOf("exchange", line.position),
    other: fieldOf("other", line.position),
    instead: fieldOf("instead", line.position),
  };
  const [quantity, setQuantity] = useState(typed[names.quantity] ?? first);
  const [reason, setReason] = useState(typed[names.reason] ?? "");
  const [wish, setWish] = useState(typed[names.wish] ?? "");

  // Without script all fields are shown.
  const asksReason = !hydrated || quantity !== "0";
  const asksWish = line.mayExchange && asksReason && (!hydrated || reason !== "");
  const asksFor = (asked: string) => asksWish && (!hydrated || wish === asked);
  const fieldProps = (name: string) => ({ name, error: errors[name] });
  return (
    <div className="rline__fields">
      <QuantityField line={line} {...fieldProps(names.quantity)} value={quantity} onChange={setQuantity} />
      {asksReason && <ReasonField line={line} {...fieldProps(names.reason)} value={reason} onChange={setReason} />}
      {asksWish && (
        <WishField line={line} {...fieldProps(names.wish)} value={wish} onChange={setWish} reason={reason} />
      )}
      {asksFor("exchange") && line.variants.length > 0 && (
        <VariantField
          key={reason}
          line={line}
          name={names.exchange}
          typed={typed}
          errors={errors}
          first={hydrated && isAboutSize(reason) ? line.next[reason] : undefined}
        />
      )}
      {asksFor(ANOTHER) && <OtherProductFields line={line} names={names} typed={typed} errors={errors} />}
    </div>
  );
}

interface ChoiceFieldProps {
  line: LineToChoose;
  name: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function QuantityField({ line, onChange, ...field }: ChoiceFieldProps) {
  return (
    <SelectField
      {...field}
      label={
        <>
          Send back <span className="vh">{line.name}</span>
        </>
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="0">Nothing</option>
      {Array.from({ length: line.left }, (_, index) => (
        <option key={index} value={index + 1}>
          {index + 1} of {line.left}
        </option>
      ))}
    </SelectField>
  );
}

function ReasonField({ line, onChange, ...field }: ChoiceFieldProps) {
  return (
    <SelectField
      {...field}
      label={
        <>
          Reason <span className="vh">for {line.name}</span>
        </>
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">Choose a reason</option>
      {line.reasons.map((reason) => (
        <option key={reason} value={reason}>
          {reasons[reason].label}
        </option>
      ))}
    </SelectField>
  );
}

/** The second question: money, another size or color, or another product. */
function WishField({ line, onChange, reason, ...field }: ChoiceFieldProps & { reason: string }) {
  return (
    <SelectField
      {...field}
      className="rline__wide"
      label={
        <>
          What would you like? <span className="vh">For {line.name}</span>
        </>
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">Choose one</option>
      {wishesFor(reason, line.variants.length > 0).map((wish) => (
        <option key={wish} value={wish}>
          {wishes[wish]}
        </option>
      ))}
    </SelectField>
  );
}
