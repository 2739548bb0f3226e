import type { Plugin } from "vite";

/** Leaves out of the browser's React and React Router what this program never uses. */
export function leanFramework(): Plugin;
