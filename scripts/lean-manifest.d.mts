/** Leaves out of the list of routes that a browser loads what it never reads there. */
export function leanManifest(directory: string): Promise<void>;
