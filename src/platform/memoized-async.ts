/**
 * Returns a function that calls `make` once and returns its result to all callers. A failure is not kept, so that the next call
 * tries again.
 */
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
