/** Most categories in a filter. */
const MOST = 50;

/** Categories in an address's parameters, each with one or several; invalid ids are ignored. */
export const categoriesIn = (parameters: readonly string[]): string[] =>
  [...new Set(parameters.flatMap((ids) => ids.split(",")))].filter((id) => /^[\w-]{1,64}$/.test(id)).slice(0, MOST);

/** The chosen categories as one parameter of an address. */
export const categoriesOf = (ids: readonly string[]): { category?: string } =>
  ids.length > 0 ? { category: ids.join(",") } : {};
