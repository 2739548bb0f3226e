import type { Plugin } from "vite";

/** `output.codeSplitting` of the browser's build. */
export const clientChunks: { groups: { name: string; [option: string]: unknown }[] };

/** `output.chunkFileNames` of the browser's build. */
export function chunkFileNames(chunk: { name: string }): string;

/** Returns a plugin that makes Chromium compile a page's first files while they load. */
export function compileAhead(): Plugin;

/** Returns a plugin that takes descriptions for the API's reference out of the browser's schemas. */
export function withoutDescriptions(): Plugin;

/** Returns a plugin that writes build/chunks.json. */
export function chunkReport(): Plugin;
