import { useEffect, useRef, type ReactNode } from "react";

interface NoticeProps {
  /** Description of the problem in one sentence. */
  title: ReactNode;
  children?: ReactNode;
  /** Button or link that solves the problem. */
  action?: ReactNode;
  /** True for something worth knowing while nothing is wrong. */
  isQuiet?: boolean;
  /** True if the notice answers a form that was just sent; it then takes the focus. */
  isAnswer?: boolean;
}

/** Message about a problem at the top of the page; it stays until the page is left. */
export function Notice({ title, children, action, isQuiet, isAnswer = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAnswer) box.current?.focus();
  }, [isAnswer]);
  return (
    <div className="notice" data-quiet={isQuiet} role={isAnswer ? "alert" : undefined} tabIndex={-1} ref={box}>
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      {action}
    </div>
  );
}

/** Labels of a form's fields by their names in the program; a function may return the name of a field without a label. */
export type Labels = Record<string, string> | ((field: string) => string);

/** Label of a field; undefined for one without a label, whose name in the program is for no reader. */
export function labelIn(labels: Labels, field: string): string | undefined {
  if (typeof labels !== "function") return Object.hasOwn(labels, field) ? labels[field] : undefined;
  const label = labels(field);
  return label === field ? undefined : label;
}

interface FieldErrors {
  /** Errors of fields, each with the id of its field, and its label if it has one. */
  errors: { id: string; label: string | undefined; error: string }[];
  /** Error that concerns the form as a whole. */
  message?: string;
}

/** Summary above a form that was refused: typed text is kept, and each error links to its field. */
export function ErrorSummary({ errors, message }: FieldErrors) {
  if (errors.length === 0 && !message) return null;
  const title = message ?? "Nothing has been saved yet.";
  return (
    <Notice title={title} isAnswer key={errors.map(({ id }) => id).join(" ")}>
      {errors.length > 0 && (
        <ul className="notice__links">
          {errors.map(({ id, label, error }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {label !== undefined && `${label}: `}
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
