import type { ComponentProps, ReactNode } from "react";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "className" | "children"> & { label: ReactNode };

/** A box to tick, with its words. */
export function Checkbox({ label, ...input }: ChoiceProps) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}

/** One of several; those with the same `name` exclude each other. */
export function Radio({ label, ...input }: ChoiceProps) {
  return (
    <label className="check">
      <input type="radio" {...input} />
      <span>{label}</span>
    </label>
  );
}
