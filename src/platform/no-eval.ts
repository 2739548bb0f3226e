// Zod compiles its checks with `eval` if that is allowed. The pages' content security policy forbids it, and browsers would
// report each attempt. This module must run before anything is parsed. Servers may compile.
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

if (typeof document !== "undefined") (globalThis.__zod_globalConfig ??= {}).jitless = true;
