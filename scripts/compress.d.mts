/** Writes a .br and a .gz beside every file that gains by it. */
export function compressFiles(directory: string): Promise<void>;
