import type { ReactNode } from "react";

/** `here` lies here, `half` is on the way, `full` has arrived or works, `over` is done with, `waits` is for you. */
export type Sign = "here" | "half" | "full" | "over" | "waits";

/** A state: one word or a few, with a small sign before it. */
export const State = ({ sign, children }: { sign: Sign; children: ReactNode }) => (
  <span className={sign === "here" ? "st" : `st st--${sign}`}>{children}</span>
);
