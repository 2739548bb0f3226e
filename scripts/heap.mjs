/**
 * Node's options for the shop's heap, in megabytes: each render leaves much behind at once, and without bounds the heap grows to three
 * times of what is in use before it is collected.
 */
export const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=1000"];

/**
 * Settings of the C library's malloc, in bytes. At most two arenas, because each thread of the picture library would keep one of its own. Copies of documents that
 * are freed at garbage collection would fragment the heap: blocks from this size on are mapped, and returned to the system when they are freed.
 */
export const MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
