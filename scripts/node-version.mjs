import { existsSync } from "node:fs";
import { join } from "node:path";
import { binaries, Failed } from "./steps.mjs";

/** Major version of Node that the shop needs. */
const NODE = 24;

/** Fails if the packages have no Node for this system, and its own one is too old. */
export function requireNode() {
  if (existsSync(join(binaries, "node")) || Number.parseInt(process.versions.node, 10) >= NODE) return;
  process.stderr.write(`Node ${NODE} comes with the packages on Linux only: install it on this system.\n`);
  throw new Failed();
}
