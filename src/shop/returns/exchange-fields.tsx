import { useState } from "react";
import { Button } from "~/ui/button";
import { Field, SelectField } from "~/ui/field";
import { useHydrated } from "~/ui/use-hydrated";
import type { LineToChoose, OfferedChoice } from "./lines-to-choose";
import { ANOTHER } from "./exchange-form";

interface Props {
  line: Pick<LineToChoose, "name" | "variants" | "others">;
  names: { exchange: string; other: string; instead: string };
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

/** Fields for choosing exchange goods: another variant of the product, or another product found by a search. */
export function ExchangeFields({ line, names, typed, errors }: Props) {
  const hydrated = useHydrated();
  const only = line.variants.length === 0 ? ANOTHER : "";
  const [wanted, setWanted] = useState(typed[names.exchange] ?? only);
  const asksOther = !hydrated || wanted === ANOTHER;
  return (
    <>
      <SelectField
        name={names.exchange}
        error={errors[names.exchange]}
        className="rline__wide"
        label={
          <>
            What you want instead <span className="vh">of {line.name}</span>
          </>
        }
        defaultValue={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      >
        <option value="">Choose one</option>
        <Options choices={line.variants} />
        <option value={ANOTHER}>Another product</option>
      </SelectField>
      {asksOther && (
        <Field
          name={names.other}
          error={errors[names.other]}
          className="rline__wide"
          label="Name of the other product"
          autoComplete="off"
          defaultValue={typed[names.other]}
        />
      )}
      {asksOther && (
        <div className="rline__wide">
          <Button type="submit" look="quiet" name="step" value="look">
            Look <span className="vh">for another product in place of {line.name}</span>
          </Button>
        </div>
      )}
      {asksOther && line.others.length > 0 && (
        <SelectField
          name={names.instead}
          error={errors[names.instead]}
          className="rline__wide"
          label="Size and color"
          defaultValue={typed[names.instead] ?? ""}
        >
          <option value="">Choose one</option>
          <Options choices={line.others} />
        </SelectField>
      )}
    </>
  );
}

const Options = ({ choices }: { choices: OfferedChoice[] }) =>
  choices.map(({ value, label, isSoldOut }) => (
    <option key={value} value={value} disabled={isSoldOut}>
      {label}
    </option>
  ));
