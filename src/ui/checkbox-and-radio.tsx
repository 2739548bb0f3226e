import type { ComponentProps, ReactNode } from "react";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "className" | "children"> & { label: ReactNode };

/** A checkbox with its label. */
export function Checkbox({ label, ...input }: ChoiceProps) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}

/** A radio button with its label. */
export function Radio({ label, ...input }: ChoiceProps) {
  return (
    <label className="check">
      <input type="radio" {...input} />
      <span>{label}</span>
    </label>
  );
}
