/** JSON text that is serialized once and sent unchanged. */
export type JsonText<T> = string & { readonly holds?: T };

/** JSON of a list with already serialized entries. */
export const jsonList = <T>(entries: readonly JsonText<T>[]): JsonText<T[]> => `[${entries.join(",")}]`;
