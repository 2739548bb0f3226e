// Zod compiles its checks where it may; the pages' policy forbids that, and the browser would report each attempt. Has to run before
// anything is parsed. Servers may.
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

if (typeof document !== "undefined") (globalThis.__zod_globalConfig ??= {}).jitless = true;
