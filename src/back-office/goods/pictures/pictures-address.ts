/** Address of the page of a product's pictures, without the base path /back-office. */
export const picturesAddress = (productId: string): string => `/goods/${productId}/pictures`;

/** Upload address with the base path, for plain forms and requests without the router. */
export const uploadAddress = (productId: string): string => `/back-office${picturesAddress(productId)}/upload`;

/** Name of the field for a picture's alternative text. */
export const wordsField = (path: string): string => `alt:${path}`;

interface Pictured {
  color: string;
  pictures: { path: string }[];
}

/** Name of a picture by its position, e.g. "picture 2 of Black". */
export const pictureName = (index: number, color: string): string => `picture ${index + 1}${color && ` of ${color}`}`;

/** Label of a picture's alternative text in messages outside of the field; undefined for other fields. */
export function wordsLabel(field: string, lists: readonly Pictured[]): string | undefined {
  if (!field.startsWith("alt:")) return undefined;
  const places = lists.flatMap(({ color, pictures }) => {
    const index = pictures.findIndex(({ path }) => wordsField(path) === field);
    return index < 0 ? [] : [pictureName(index, color)];
  });
  return `Words for ${places[0] ?? field.split("/").at(-1) ?? "a picture"}`;
}
