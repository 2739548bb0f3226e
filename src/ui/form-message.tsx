import type { ReactNode } from "react";
import { Icon } from "./icon";
import { takesFocus } from "./takes-focus";

interface FormMessageProps {
  kind: "error" | "success";
  children: ReactNode;
}

/** The result of a form as a whole: success, or why it failed. What concerns one field stands beside that field. */
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
