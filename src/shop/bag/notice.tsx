import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

/** Note about the bag, with an optional button or link. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="notice" role="status">
      <Icon name="alert" />
      <span>{children}</span>
      {action}
    </div>
  );
}
