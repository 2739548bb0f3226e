import { useId, type ComponentProps } from "react";

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
  const own = useId();
  const id = select.id ?? own;
  return (
    <div className="select">
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <select {...select} id={id}>
        {options.map((option) => (
          <option value={option.value} key={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
