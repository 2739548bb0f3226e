import {
  type ComponentProps,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { oneLine } from "./one-line";

interface Frame {
  label: ReactNode;
  /** Text after the label, for example who sees the value. */
  labelNote?: ReactNode;
  /** Error message that says how to correct the value; screen readers read it with the field. */
  error?: string;
  /** Note on the value's consequence, or on when it takes effect. */
  note?: ReactNode;
  /** Whether the value is changed and not saved yet; the field is then underlined. */
  isNew?: boolean;
}

interface Described {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

function FieldFrame(props: Frame & { id?: string; children: (described: Described) => ReactNode }) {
  const { label, labelNote, error, note, isNew = false, children } = props;
  const own = useId();
  const id = props.id ?? own;
  const says = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(" ");
  const states = ["field", isNew && "is-new", error && "has-error"].filter(Boolean).join(" ");
  return (
    <div className={states}>
      <label className="label" htmlFor={id}>
        {label}
        {labelNote && <span className="label__note"> {labelNote}</span>}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": says || undefined })}
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {note && (
        <p className="field__note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

type Own<T extends "input" | "textarea" | "select"> = Frame & Omit<ComponentProps<T>, "className" | "children">;

const framed = <P extends Frame & { id?: string; disabled?: boolean }>(props: P) => {
  const { label, labelNote, error, note, isNew, ...control } = props;
  // A disabled empty field shows a dash instead of its placeholder.
  const empty = control.disabled ? { placeholder: "–" } : {};
  return { frame: { label, labelNote, error, note, isNew, id: control.id }, control: { ...control, ...empty } };
};

/** Single-line text field with its label, note and error. */
export function Field(props: Own<"input">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      {(described) => <input type="text" {...control} {...described} className="input" />}
    </FieldFrame>
  );
}

/**
 * Password field with a button to show the password. It is hidden again on submit, so that browsers recognize it as a password.
 */
export function PasswordField(props: Own<"input">) {
  const { frame, control } = framed(props);
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isScripted = useHydrated();
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <FieldFrame {...frame}>
      {(described) => (
        <span className="secret">
          <input
            {...control}
            {...described}
            type={isShown ? "text" : "password"}
            autoCapitalize="off"
            spellCheck={false}
            className="input"
            ref={input}
          />
          {isScripted && (
            <button type="button" className="link secret__show" onClick={() => setShown(!isShown)}>
              {isShown ? "Hide" : "Show"}
              <span className="vh"> what is typed here</span>
            </button>
          )}
        </span>
      )}
    </FieldFrame>
  );
}

/** Number field followed by its unit. */
export function NumberField({ unit, ...props }: Own<"input"> & { unit: ReactNode }) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      {(described) => (
        <span className="unit unit--short">
          <input type="text" inputMode="numeric" {...control} {...described} className="input input--num" />
          {unit}
        </span>
      )}
    </FieldFrame>
  );
}

/** Field for an amount in dollars, with an optional note, for example on when it applies. */
export function MoneyField({ unit, ...props }: Own<"input"> & { unit?: ReactNode }) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      {(described) => (
        <span className="unit">
          <span className="money">
            <input type="text" inputMode="decimal" {...control} {...described} className="input input--num" />
          </span>
          {unit}
        </span>
      )}
    </FieldFrame>
  );
}

/** Multi-line text field. */
export function TextField(props: Own<"textarea">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      {(described) => <textarea rows={4} {...control} {...described} className="input input--several" />}
    </FieldFrame>
  );
}

/**
 * One line of text in a field as high as its text needs: Enter sends the form, as in every field of one line, and pasted line
 * breaks become spaces.
 */
export function LineField(props: Own<"textarea">) {
  const { frame, control } = framed(props);
  // Browsers that cannot size a field by its content go by the text that it opens with.
  const rows = Math.max(1, Math.ceil(String(control.defaultValue ?? "").length / 60));
  return (
    <FieldFrame {...frame}>
      {(described) => (
        <textarea
          rows={rows}
          enterKeyHint="done"
          {...control}
          {...described}
          {...oneLineArea}
          className="input input--line"
        />
      )}
    </FieldFrame>
  );
}

/** Handlers of an area for one long line: Enter sends its form, and pasted lines are joined. */
export const oneLineArea = { onKeyDown: sendByEnter, onInput: joinLines };

function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function joinLines({ currentTarget: area }: InputEvent<HTMLTextAreaElement>): void {
  const joined = oneLine(area.value);
  if (joined === area.value) return;
  const behind = area.value.length - area.selectionEnd;
  area.value = joined;
  area.setSelectionRange(joined.length - behind, joined.length - behind);
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

export function SelectField({ children, ...props }: Own<"select"> & { children: ReactNode }) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      {(described) => (
        <select {...control} {...described} className="input input--choice">
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

type TickProps = Omit<ComponentProps<"input">, "className" | "type"> & { children: ReactNode };

/** Checkbox with its label. */
export function Tick({ children, ...props }: TickProps) {
  return (
    <label className="tick">
      <input {...props} type="checkbox" className="tick__box" />
      <span>{children}</span>
    </label>
  );
}

/** Radio button with its label. */
export function Choice({ children, ...props }: TickProps) {
  return (
    <label className="tick">
      <input {...props} type="radio" className="tick__box tick__box--one" />
      <span>{children}</span>
    </label>
  );
}

interface ChoicesProps {
  label: ReactNode;
  note?: ReactNode;
  error?: string;
  children: ReactNode;
}

/** Group of radio buttons or checkboxes with one label. */
export function Choices({ label, note, error, children }: ChoicesProps) {
  const id = useId();
  const says = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(" ");
  return (
    <fieldset className={error ? "field has-error" : "field"} aria-describedby={says || undefined}>
      <legend className="label choices__name">{label}</legend>
      <div className="choices">{children}</div>
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {note && (
        <p className="field__note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
