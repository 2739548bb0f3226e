import type { ChangeWords } from "./log-kind";

/** Old and new value of a change. */
export const FromTo = ({ from, to }: Pick<ChangeWords, "from" | "to">) => (
  <span className="from-to">
    <del className="old">{from}</del> {to}
  </span>
);
