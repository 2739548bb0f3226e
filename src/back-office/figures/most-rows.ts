import type { Asked } from "./screen";

/** Number of rows to fetch for a table: `onScreen` rows for a screen, all rows for a file. */
export const mostRows = ({ isFile }: Pick<Asked, "isFile">, onScreen: number): number =>
  isFile ? 1_000_000 : onScreen;
