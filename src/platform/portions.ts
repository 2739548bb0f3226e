/** Rows in portions for single statements. */
export function* inPortions<T>(rows: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}
