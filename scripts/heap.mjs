/**
 * Node's options for the shop's heap, in megabytes: each render leaves much behind at once, and without bounds the heap grows to three
 * times of what is in use before it is collected.
 */
export const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=1000"];

/**
 * Settings of the C library's memory, in bytes. The picture library's threads would each keep memory of their own. Copies of documents that
 * are freed when the heap is collected leave holes that nobody fills: pieces from this size on are mapped, and gone when they are freed.
 */
export const MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
