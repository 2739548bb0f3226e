/** Packages that load native libraries, or other files beside their modules, and therefore cannot be bundled into the build. */
export const NATIVE = ["sharp", "pino", "@node-rs/argon2"];
