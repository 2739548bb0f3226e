import type { ReactNode } from "react";
import { Icon } from "./icon";

type FormMessageProps = {
  kind: "error" | "success";
  children: ReactNode;
};

/** What a form as a whole has to say: it did it, or why it could not. What concerns one field stands beside that field. */
export function FormMessage({ kind, children }: FormMessageProps) {
  return (
    <div className={`form-msg form-msg--${kind}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={kind === "error" ? "alert" : "check"} size="small" />
      <span>{children}</span>
    </div>
  );
}
