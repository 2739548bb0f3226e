// Zod compiles its checks with `eval` where allowed; the pages' policy forbids it, and browsers would report each attempt. Must run before
// anything is parsed. Servers may compile.
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

if (typeof document !== "undefined") (globalThis.__zod_globalConfig ??= {}).jitless = true;
