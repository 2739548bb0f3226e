import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

/** Something about the bag that its owner should know before going on. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="notice" role="status">
      <Icon name="alert" />
      <span>{children}</span>
      {action}
    </div>
  );
}
