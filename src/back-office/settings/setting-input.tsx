import { Field, MoneyField, NumberField, SelectField, Tick } from "../ui/field";
import type { SettingField } from "./setting-fields";
import { zoneWords } from "./time-zones";

interface SettingInputProps {
  field: SettingField;
  value: string;
  error?: string;
  /** Text that says since when the value applies. */
  since?: string;
  isNew: boolean;
  zones: string[];
}

/** Input field for a setting, by its type. The id of the field is the setting's path, so that links can point to it. */
export function SettingInput({ field, value, error, since, isNew, zones }: SettingInputProps) {
  const { path, label, note, control } = field;
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
  if (control.kind === "money") return <MoneyField {...shared} />;
  if (control.kind === "whole") return <NumberField {...shared} unit={control.unit} />;
  if (control.kind === "seconds") return <NumberField {...shared} inputMode="decimal" unit="seconds" />;
  if (control.kind === "zone")
    return (
      <SelectField {...shared}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zoneWords(zone)}
          </option>
        ))}
      </SelectField>
    );
  if (control.kind === "choice")
    return (
      <SelectField {...shared}>
        {Object.entries(control.ways).map(([way, name]) => (
          <option key={way} value={way}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  if (control.kind === "yes")
    return (
      <div className={isNew ? "field is-new" : "field"}>
        <Tick id={path} name={path} value="yes" defaultChecked={value === "yes"}>
          {control.words}
        </Tick>
        {words && <p className="field__note">{words}</p>}
      </div>
    );
  return (
    <Field
      {...shared}
      type={control.kind === "email" ? "email" : "text"}
      inputMode={control.kind === "link" ? "url" : undefined}
    />
  );
}
