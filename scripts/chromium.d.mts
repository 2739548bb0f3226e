/** Returns the path of a Chromium on this machine, or undefined. */
export function presentChromium(): string | undefined;
/** Returns the path of a Chromium; installs it first if it is missing and this process has the rights to. */
export function findChromium(): Promise<string | undefined>;
