/** Writes a .br and a .gz copy beside each text file of at least 400 bytes. */
export function compressFiles(directory: string): Promise<void>;
