/**
 * Makes this process and its children write temporary files to memory if enough is free; returns the folder for temporary files.
 */
export function memoryFolder(): string;
