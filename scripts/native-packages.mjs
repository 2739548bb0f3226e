/**
 * Packages that are not bundled into the build: those that load native libraries or other files beside their modules, and
 * opentype.js, whose module for bundlers has other exports than the one that Node loads.
 */
export const NATIVE = ["sharp", "pino", "@node-rs/argon2", "opentype.js"];
