/** JSON text of a value of type `T`, which is serialized once and sent unchanged. */
export type JsonText<T> = string & { readonly holds?: T };

/** JSON text of a list whose entries are already serialized. */
export const jsonList = <T>(entries: readonly JsonText<T>[]): JsonText<T[]> => `[${entries.join(",")}]`;
