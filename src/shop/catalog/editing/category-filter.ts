/** Maximum number of categories in a filter. */
const MOST = 50;

/** Category ids in an address's parameters, each of which may list several; invalid ids are ignored. */
export const categoriesIn = (parameters: readonly string[]): string[] =>
  [...new Set(parameters.flatMap((ids) => ids.split(",")))].filter((id) => /^[\w-]{1,64}$/.test(id)).slice(0, MOST);

/** Chosen categories as one parameter of an address. */
export const categoriesOf = (ids: readonly string[]): { category?: string } =>
  ids.length > 0 ? { category: ids.join(",") } : {};
