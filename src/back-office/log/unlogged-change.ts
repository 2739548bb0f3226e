import type { Change } from "~/shop/audit/acts.server";

/** Placeholder values of log columns, used to describe a change that is not in the log yet. */
export const UNLOGGED: Omit<Change, "kind" | "record" | "field" | "old" | "new"> = {
  id: 0,
  undoes: null,
  isErased: false,
  isHidden: false,
  isUndone: false,
  mayUndo: false,
  isCreation: false,
  ofWhole: false,
};
