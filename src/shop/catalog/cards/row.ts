/** Number of products that fill a row on a wide window. */
export const ROW = 4;
