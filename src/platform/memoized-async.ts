/** Calls `make` once and keeps its result for all callers. A failure is not kept: the next call tries again. */
export function memoizedAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
