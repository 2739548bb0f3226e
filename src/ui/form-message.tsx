import type { ReactNode } from "react";
import { Icon } from "./icon";
import { takesFocus } from "./takes-focus";

interface FormMessageProps {
  kind: "error" | "success";
  children: ReactNode;
}

/** Message about a form as a whole: success or failure. Errors of single fields are shown at the fields. */
export function FormMessage({ kind, children }: FormMessageProps) {
  return (
    <div
      className={`form-msg form-msg--${kind}`}
      role={kind === "error" ? "alert" : "status"}
      ref={takesFocus}
      tabIndex={-1}
    >
      <Icon name={kind === "error" ? "alert" : "check"} size="small" />
      <span>{children}</span>
    </div>
  );
}
