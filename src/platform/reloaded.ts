/** A value that a process has loaded from the database. */
export interface Reloaded<Value> {
  current(): Value;
  /** Reloads the value; resolves when this process uses what was stored at the time of the call. */
  reload(): Promise<void>;
}

/**
 * Loads a value of the process by `read`. Reloads run in sequence, so that an older result never replaces a newer one; one that fails
 * leaves the value as it was. Calls `changed` after each reload.
 */
export async function reloaded<Value>(read: () => Promise<Value>, changed: () => void): Promise<Reloaded<Value>> {
  let current = await read();
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    next = undefined;
    current = await read();
    changed();
  }
  return {
    current: () => current,
    // Calls made before the next reload starts share it.
    reload: () => (next ??= last = last.then(readAgain, readAgain)),
  };
}
