import type { KeyGroup } from "../ui/keys-list";
import type { Place } from "../ui/shell";
import { placeKeys } from "./screen-places";

/** Keyboard shortcuts, grouped by the pages on which they work. */
export const keyGroups = (places: Place[][]): KeyGroup[] => [
  {
    name: "Everywhere",
    keys: [
      { keys: ["Ctrl", "K"], does: "Find anything" },
      { keys: ["?"], does: "All keys" },
      { keys: ["Z"], does: "Undo the last act" },
      ...placeKeys(places).map(({ key, name }) => ({ keys: ["G", key.toUpperCase()], does: name })),
    ],
  },
  {
    name: "Lists",
    keys: [
      { keys: ["J"], does: "Next" },
      { keys: ["K"], does: "Back" },
      { keys: ["Enter"], does: "Open" },
      { keys: ["X"], does: "Choose" },
      { keys: ["Shift", "X"], does: "Choose up to here" },
      { keys: ["/"], does: "Search" },
    ],
  },
  {
    name: "Queue and messages",
    keys: [
      { keys: ["A"], does: "Approve" },
      { keys: ["R"], does: "Answer" },
      { keys: ["H"], does: "Hide, then 1 to 6 for the reason" },
    ],
  },
  {
    name: "Forms",
    keys: [
      { keys: ["Ctrl", "S"], does: "Save" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
];
