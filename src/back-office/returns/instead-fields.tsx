import { useState } from "react";
import type { OfferedChoice } from "~/shop/returns/lines-to-choose";
import { ANOTHER } from "~/shop/returns/exchange-form";
import { useHydrated } from "~/ui/use-hydrated";
import type { FormParts } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field, SelectField } from "../ui/field";

interface InsteadFieldsProps {
  /** Value of the variant that is offered first, such as the next size. */
  first: string | undefined;
  /** Label of the option without an exchange. */
  emptyLabel: string;
  variants: OfferedChoice[];
  /** Goods of other products in the results of the search. */
  others: OfferedChoice[];
  names: { exchange: string; other: string; instead: string };
  field: FormParts["field"];
  /** Name of the returned product. */
  of: string;
}

/** Fields for the goods wanted in place of a line: another variant, or a product that is searched for. */
export function InsteadFields({ first, emptyLabel, variants, others, names, field, of }: InsteadFieldsProps) {
  const isScripted = useHydrated();
  const exchange = field(names.exchange);
  const instead = field(names.instead);
  const [wanted, setWanted] = useState(exchange.defaultValue);
  const [other, setOther] = useState(instead.defaultValue);
  const asksOther = !isScripted || wanted === ANOTHER;
  return (
    <>
      <SelectField
        {...exchange}
        label="Wanted instead"
        labelNote={first ? "the next size stands first" : "if it costs more, the shopper gets a link to pay"}
        onChange={(event) => setWanted(event.currentTarget.value)}
        note={<Chosen choices={variants} value={wanted} first={first} />}
      >
        <option value="">{emptyLabel}</option>
        <Options choices={variants.toSorted((a, b) => Number(b.value === first) - Number(a.value === first))} />
        <option value={ANOTHER}>Another product</option>
      </SelectField>
      {asksOther && (
        <>
          <Field {...field(names.other)} label="Name or SKU of the other product" autoComplete="off" />
          <div className="returned-line__look">
            <Button name="step" value="look">
              Look <span className="vh">for another product in place of {of}</span>
            </Button>
          </div>
        </>
      )}
      {asksOther && others.length > 0 && (
        <SelectField
          {...instead}
          label="Which of these"
          onChange={(event) => setOther(event.currentTarget.value)}
          note={<Chosen choices={others} value={other} />}
        >
          <option value="">Choose</option>
          <Options choices={others} />
        </SelectField>
      )}
    </>
  );
}

interface ChosenProps {
  choices: OfferedChoice[];
  value: string | undefined;
  first?: string | undefined;
}

/** Repeats the chosen goods and their price difference as a line, because a narrow select cuts its text. */
function Chosen({ choices, value, first }: ChosenProps) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <span className="returned-line__chosen" role="status">
      {chosen && `${value === first ? "The next size" : "Instead"}: ${chosen.label}`}
    </span>
  );
}

const Options = ({ choices }: { choices: OfferedChoice[] }) =>
  choices.map(({ value, label, isSoldOut }) => (
    <option key={value} value={value} disabled={isSoldOut}>
      {label}
    </option>
  ));
