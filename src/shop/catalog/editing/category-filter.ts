/** The most categories that a list is filtered by. */
const MOST = 50;

/** The categories that the parameters of an address name, one or several in each; what makes no sense is left out. */
export const categoriesIn = (parameters: readonly string[]): string[] =>
  [...new Set(parameters.flatMap((ids) => ids.split(",")))].filter((id) => /^[\w-]{1,64}$/.test(id)).slice(0, MOST);

/** The chosen categories as one parameter of an address. */
export const categoriesOf = (ids: readonly string[]): { category?: string } =>
  ids.length > 0 ? { category: ids.join(",") } : {};
