import { useEffect, useRef, type ReactNode } from "react";

interface NoticeProps {
  /** The fault in one sentence. */
  title: ReactNode;
  children?: ReactNode;
  /** The way out. */
  action?: ReactNode;
  /** Whether it is the answer to what was just sent, and takes the focus. */
  isAnswer?: boolean;
}

/** Message about a fault at the top of the page. It stays until the page is left. */
export function Notice({ title, children, action, isAnswer = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAnswer) box.current?.focus();
  }, [isAnswer]);
  return (
    <div className="notice" role={isAnswer ? "alert" : undefined} tabIndex={-1} ref={box}>
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      {action}
    </div>
  );
}

interface FieldErrors {
  /** Error at each field, by the id of its control. */
  errors: { id: string; label: string; error: string }[];
  /** Error of the whole form, where no field is to blame. */
  message?: string;
}

/** The strip over a form that was not taken: nothing is lost, and each field that is wrong is one link away. */
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
                {label}: {error}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
