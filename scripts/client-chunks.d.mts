import type { Plugin } from "vite";

/** `output.codeSplitting` of the browser's build. */
export const clientChunks: { groups: { name: string; [option: string]: unknown }[] };

/** Writes build/chunks.json. */
export function chunkReport(): Plugin;
