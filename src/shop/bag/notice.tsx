import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

/** Note about the bag, shown before the shopper goes on. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="notice" role="status">
      <Icon name="alert" />
      <span>{children}</span>
      {action}
    </div>
  );
}
