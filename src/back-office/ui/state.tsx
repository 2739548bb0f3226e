import type { ReactNode } from "react";

/** `here`: in the shop; `half`: under way; `full`: arrived or working; `over`: done; `waits`: needs the member. */
export type Sign = "here" | "half" | "full" | "over" | "waits";

/** A state in a few words, with a sign before it. */
export const State = ({ sign, children }: { sign: Sign; children: ReactNode }) => (
  <span className={sign === "here" ? "st" : `st st--${sign}`}>{children}</span>
);
