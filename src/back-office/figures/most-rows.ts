import { ALL_ROWS, type Asked } from "./screen";

/** Number of rows to fetch for a table: at most `most`, or all rows for a file. */
export const mostRows = ({ isFile }: Pick<Asked, "isFile">, most: number): number => (isFile ? ALL_ROWS : most);
