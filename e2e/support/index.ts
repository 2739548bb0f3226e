// Helpers that journeys share: `import { … } from "./support"`. Helpers of one page's tests alone stand beside them, in a file named like
// it.
export * from "./axe";
export * from "./browser";
export * from "./database";
export * from "./letters";
export * from "./products";
export * from "./screens";
