import { Field, MoneyField, NumberField, SelectField, Tick } from "../ui/field";
import type { Fact } from "./facts";
import { zoneWords } from "./time-zones";

interface FactFieldProps {
  fact: Fact;
  value: string;
  error?: string;
  /** Text that says since when the value applies. */
  since?: string;
  isNew: boolean;
  zones: string[];
}

/** Input field for a setting, by its type. The id of the field is the setting's path, so that links can point to it. */
export function FactField({ fact: { path, label, note, type }, value, error, since, isNew, zones }: FactFieldProps) {
  const words = [note, since].filter(Boolean).join(" ");
  const shared = {
    id: path,
    name: path,
    label,
    defaultValue: value,
    isNew,
    ...(error && { error }),
    ...(words && { note: words }),
  };
  if (type.kind === "money") return <MoneyField {...shared} />;
  if (type.kind === "whole") return <NumberField {...shared} unit={type.unit} />;
  if (type.kind === "seconds") return <NumberField {...shared} inputMode="decimal" unit="seconds" />;
  if (type.kind === "zone")
    return (
      <SelectField {...shared}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zoneWords(zone)}
          </option>
        ))}
      </SelectField>
    );
  if (type.kind === "choice")
    return (
      <SelectField {...shared}>
        {type.ways.map(({ value: way, words: name }) => (
          <option key={way} value={way}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  if (type.kind === "yes")
    return (
      <div className={isNew ? "field is-new" : "field"}>
        <Tick id={path} name={path} value="yes" defaultChecked={value === "yes"}>
          {type.words}
        </Tick>
        {words && <p className="field__note">{words}</p>}
      </div>
    );
  return (
    <Field
      {...shared}
      type={type.kind === "email" ? "email" : "text"}
      inputMode={type.kind === "link" ? "url" : undefined}
    />
  );
}
