/** Has this process and its children put temporary files in memory, where there is room; returns the folder. */
export function memoryFolder(): string;
