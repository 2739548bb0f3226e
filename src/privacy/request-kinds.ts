/** Kinds of requests: a copy of the person's data, or its erasure. */
export const requestKinds = ["copy", "erase"] as const;
export type RequestKind = (typeof requestKinds)[number];
