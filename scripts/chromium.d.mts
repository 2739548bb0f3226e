/** The path of a Chromium on this machine, or undefined. */
export function presentChromium(): string | undefined;
/** Path of a Chromium as above, installed first where that can be done without asking anybody. */
export function findChromium(): Promise<string | undefined>;
