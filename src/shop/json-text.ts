/** JSON text of a value of type `T` in UTF-8, which is serialized once and sent unchanged. */
export type JsonText<T> = Buffer<ArrayBuffer> & { readonly holds?: T };

export const jsonText = <T>(value: T): JsonText<T> => Buffer.from(JSON.stringify(value));

const [OPENED, COMMA, CLOSED] = ["[", ",", "]"].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer];

/**
 * JSON text of a list whose entries are already serialized. Bytes are joined outside of V8's heap, which long strings of many
 * answers would fill, so that each second the process would stop to collect them.
 */
export const jsonList = <T>(entries: readonly JsonText<T>[]): JsonText<T[]> =>
  Buffer.concat([OPENED, ...entries.flatMap((entry, place) => (place === 0 ? [entry] : [COMMA, entry])), CLOSED]);
