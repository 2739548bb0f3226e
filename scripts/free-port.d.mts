/** Returns a port of this machine such that no process listens on it or on the next port. */
export function freePort(): Promise<number>;
