/**
 * What Node is told of the shop's heap, in megabytes: each render leaves much behind at once, and without bounds the heap grows to
 * three times of what is in use before it is collected.
 */
export const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=1000"];
