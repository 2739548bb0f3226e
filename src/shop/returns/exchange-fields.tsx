import { useState } from "react";
import { Button } from "~/ui/button";
import { Field, SelectField } from "~/ui/field";
import type { LineToChoose, OfferedChoice } from "./lines-to-choose";

interface Asked {
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

interface VariantFieldProps extends Asked {
  line: Pick<LineToChoose, "name" | "variants">;
  name: string;
  /** Value of the variant that is offered first and chosen at first, such as the next size. */
  first: string | undefined;
}

/** Field for choosing another variant of the line's product. */
export function VariantField({ line, name, typed, errors, first }: VariantFieldProps) {
  const isOwn = (value: string | undefined) => line.variants.some((choice) => choice.value === value);
  const [wanted, setWanted] = useState((isOwn(typed[name]) && typed[name]) || first || "");
  const choices = line.variants.toSorted((a, b) => Number(b.value === first) - Number(a.value === first));
  return (
    <SelectField
      name={name}
      error={errors[name]}
      className="rline__wide"
      label={
        <>
          What you want instead <span className="vh">of {line.name}</span>
        </>
      }
      defaultValue={wanted}
      onChange={(event) => setWanted(event.currentTarget.value)}
      hint={<Chosen choices={choices} value={wanted} first={first} />}
    >
      <option value="">Choose one</option>
      <Options choices={choices} />
    </SelectField>
  );
}

interface OtherProductProps extends Asked {
  line: Pick<LineToChoose, "name" | "others">;
  names: { other: string; instead: string };
}

/** Fields for choosing a variant of another product, found by a search. */
export function OtherProductFields({ line, names, typed, errors }: OtherProductProps) {
  const [wanted, setWanted] = useState(typed[names.instead] ?? "");
  return (
    <>
      <Field
        name={names.other}
        error={errors[names.other]}
        className="rline__wide"
        label="Name of the other product"
        autoComplete="off"
        defaultValue={typed[names.other]}
      />
      <div className="rline__wide">
        <Button type="submit" look="quiet" name="step" value="look">
          Look <span className="vh">for another product in place of {line.name}</span>
        </Button>
      </div>
      {line.others.length > 0 && (
        <SelectField
          name={names.instead}
          error={errors[names.instead]}
          className="rline__wide"
          label="Size and color"
          defaultValue={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          hint={<Chosen choices={line.others} value={wanted} />}
        >
          <option value="">Choose one</option>
          <Options choices={line.others} />
        </SelectField>
      )}
    </>
  );
}

/** Repeats the chosen goods and their price difference as a line, because a narrow select cuts its text. */
function Chosen({ choices, value, first }: { choices: OfferedChoice[]; value: string; first?: string | undefined }) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <span className="rline__chosen" role="status">
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
