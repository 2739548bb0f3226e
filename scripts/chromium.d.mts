/** The path of a Chromium on this machine, or nothing. */
export function presentChromium(): string | undefined;
/** The same, installed first where that can be done without asking anybody. */
export function findChromium(): Promise<string | undefined>;
