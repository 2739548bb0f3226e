import type { ReactNode } from "react";

/** Status of a loading page, read aloud when it appears. */
export function PageStatus({ children }: { children: ReactNode }) {
  return <output className="page-status sign">{children}</output>;
}
