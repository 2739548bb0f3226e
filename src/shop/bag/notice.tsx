import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

interface NoticeProps {
  children: ReactNode;
  action?: ReactNode;
  /** Whether a region around it announces it: with a role of its own it would be read twice. */
  isAnnounced?: boolean;
}

/** Note about the bag, with an optional button or link. */
export function Notice({ children, action, isAnnounced = false }: NoticeProps) {
  return (
    <div className="notice" role={isAnnounced ? undefined : "status"}>
      <Icon name="alert" />
      <span>{children}</span>
      {action}
    </div>
  );
}
