import type { ReactNode } from "react";

/** Icon of a state: `here` in the shop, `half` under way, `full` arrived or working, `over` done, `waits` a member has to act. */
export type Sign = "here" | "half" | "full" | "over" | "waits";

/** Name of a state, with its icon. */
export const State = ({ sign, children }: { sign: Sign; children: ReactNode }) => (
  <span className={sign === "here" ? "st" : `st st--${sign}`}>{children}</span>
);
