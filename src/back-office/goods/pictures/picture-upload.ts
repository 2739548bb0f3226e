/** How many pictures a browser sends, and the shop takes in, at once. */
export const SENT_AT_ONCE = 3;

/** The page of a product's pictures, below /back-office. */
export const picturesAddress = (productId: string): string => `/goods/${productId}/pictures`;

/** Where pictures for a product are sent, as the browser's own forms and requests write it. */
export const uploadAddress = (productId: string): string => `/back-office${picturesAddress(productId)}/upload`;

/** The field with the words of a picture, and what it is called. */
export const wordsField = (path: string): string => `alt:${path}`;
export const wordsLabel = (field: string): string => `Words for ${field.split("/").at(-1) ?? "a picture"}`;
