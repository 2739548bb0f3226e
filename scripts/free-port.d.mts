/** A port of this machine that nothing listens on now, nor on the one after it. */
export function freePort(): Promise<number>;
