import type { Asked } from "./screen";

/** Number of rows that a table asks for: at most so many on a screen, and all in a file. */
export const mostRows = ({ isFile }: Pick<Asked, "isFile">, onScreen: number): number =>
  isFile ? 1_000_000 : onScreen;
