import type { ReactNode } from "react";

/** Status of a loading page; screen readers announce it. */
export function PageStatus({ children }: { children: ReactNode }) {
  return <output className="page-status sign">{children}</output>;
}
