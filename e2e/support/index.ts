// What journeys share: `import { … } from "./support"`. What only the tests of one page share stands beside, in a file named like it.
export * from "./axe";
export * from "./browser";
export * from "./database";
export * from "./letters";
export * from "./products";
export * from "./screens";
