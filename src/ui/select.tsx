import type { ComponentProps } from "react";

interface Option {
  value: string;
  label: string;
}

type SelectProps = Omit<ComponentProps<"select">, "className" | "children"> & {
  /** Accessible name of the select. */
  label: string;
  options: Option[];
};

/** A native select in a bar or footer. Forms use `SelectField`. */
export function Select({ label, options, ...select }: SelectProps) {
  return (
    <div className="select">
      <select {...select} aria-label={label}>
        {options.map((option) => (
          <option value={option.value} key={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
