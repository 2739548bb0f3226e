/** The JSON of a value that is written once and sent as it stands. */
export type JsonText<T> = string & { readonly holds?: T };

/** The JSON of a list whose entries are written already. */
export const jsonList = <T>(entries: readonly JsonText<T>[]): JsonText<T[]> => `[${entries.join(",")}]`;
