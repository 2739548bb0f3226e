import type { Change } from "~/shop/audit/acts.server";

/** The parts of a change that stands in no log yet. */
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
