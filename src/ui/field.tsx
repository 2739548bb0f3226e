import { useId, type ComponentProps, type ReactNode } from "react";
import { Icon } from "./icon";

interface Frame {
  label: ReactNode;
  /** Error message; screen readers read it with the field. */
  error?: string;
  /** Advice about the value, or the reason why it is needed. */
  hint?: ReactNode;
  /** Text after the label, such as "(optional)". */
  mark?: ReactNode;
  /** Whether to show a tick for a valid value. */
  isOk?: boolean;
  /** Whether the label is visible only to screen readers. */
  labelHidden?: boolean;
  /** CSS class, for the position in a form's grid. */
  className?: string;
}

interface Described {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

function FieldFrame(props: Frame & { id?: string; children: (described: Described) => ReactNode }) {
  const { label, error, hint, mark, isOk = false, labelHidden = false, className, children } = props;
  const own = useId();
  const id = props.id ?? own;
  const says = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const state = error ? "has-error" : isOk && "is-ok";
  return (
    <div className={["field", state, className].filter(Boolean).join(" ")}>
      <label htmlFor={id} className={labelHidden ? "vh" : undefined}>
        {label}
        {mark && <span className="opt"> {mark}</span>}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": says || undefined })}
      {error && (
        <p className="field__msg" id={`${id}-error`}>
          <Icon name="alert" size="small" />
          {error}
        </p>
      )}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Own<T extends "input" | "textarea" | "select"> = Frame & Omit<ComponentProps<T>, "className" | "children">;

const framed = <P extends Frame>({ label, error, hint, mark, isOk, labelHidden, className, ...control }: P) => ({
  frame: { label, error, hint, mark, isOk, labelHidden, className },
  control,
});

/** A text field with label, hint and error. */
export function Field(props: Own<"input">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame} id={props.id}>
      {(described) => <input type="text" {...control} {...described} className="input" />}
    </FieldFrame>
  );
}

/** A text area with label, hint and error. */
export function TextField(props: Own<"textarea">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame} id={props.id}>
      {(described) => <textarea {...control} {...described} className="input" />}
    </FieldFrame>
  );
}

/** A list of options with label, hint and error. */
export function SelectField({ children, ...props }: Own<"select"> & { children: ReactNode }) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame} id={props.id}>
      {(described) => (
        <select {...control} {...described} className="input">
          {children}
        </select>
      )}
    </FieldFrame>
  );
}
