/** Calls `make` once and keeps what it resolves to, for all who ask meanwhile and later. A failure is not kept: the next call tries again. */
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
