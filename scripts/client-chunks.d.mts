import type { Plugin } from "vite";

/** `output.codeSplitting` of the browser's build. */
export const clientChunks: { groups: { name: string; [option: string]: unknown }[] };

/** `output.chunkFileNames` of the browser's build. */
export function chunkFileNames(chunk: { name: string }): string;

/** Has Chromium compile a page's first files ahead. */
export function compileAhead(): Plugin;

/** Writes build/chunks.json. */
export function chunkReport(): Plugin;
