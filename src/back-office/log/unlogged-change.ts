import type { Change } from "~/shop/audit/acts.server";

/** Values that a change which is not logged yet has in place of those of the log. */
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
