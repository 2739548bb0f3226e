/** Splits rows into portions of at most `most` rows, for one statement each. */
export function* inPortions<T>(rows: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}
