/** Number of products that fill a row on a wide window. */
export const ROW = 4;

/** Recommendations of own categories; fewer than a row are filled up from the categories above, none are replaced by them. */
export const filledUp = <P extends { id: string }>(own: P[], above: P[]): P[] => {
  const ids = new Set(own.map(({ id }) => id));
  const more = above.filter(({ id }) => !ids.has(id));
  return own.length > 0 ? [...own, ...more.slice(0, Math.max(ROW - own.length, 0))] : more;
};
