/**
 * Node's options for the size of the shop's heap, in megabytes: each render leaves much garbage, and without limits the heap
 * grows to three times the used size before Node collects it.
 */
export const HEAP = ["--max-semi-space-size=8", "--max-old-space-size=1000"];

/**
 * Settings of the C library's malloc. Two arenas (otherwise one for each thread of the picture library), and a threshold in bytes
 * from which blocks are mapped: freed documents then return to the system instead of fragmenting the heap.
 */
export const MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
