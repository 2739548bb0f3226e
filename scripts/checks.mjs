// The steps of `npm run check`, in two rows at once: types take as long as all the others together.
import { step } from "./steps.mjs";

/** The compiler's memory of unchanged files; it compares contents. */
const TYPES_CACHE = "node_modules/.cache/types.tsbuildinfo";

const types = [
  ["route types", "react-router", ["typegen"]],
  ["types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", TYPES_CACHE, "-p", "."]],
  ["rows", "node", ["scripts/rows-to-tests.mjs", "--check"]],
  ["references", "node", ["scripts/check-references.mjs"]],
];
const texts = [
  ["format", "prettier", ["--check", "--cache", "--cache-strategy", "content", "--log-level", "warn", "."]],
  ["lint", "oxlint", ["--deny-warnings"]],
  ["imports", "node", ["scripts/check-imports.mjs"]],
  ["names", "node", ["scripts/check-names.mjs"]],
  ["marks", "node", ["scripts/check-marks.mjs"]],
  ["outgoing", "node", ["scripts/check-outgoing.mjs"]],
  ["styles", "node", ["scripts/check-styles.mjs"]],
  ["dead code", "knip", ["--no-progress"]],
];

/** Runs every check, also after one failed, and throws the first failure. */
export async function runChecks() {
  const rows = await Promise.all([types, texts].map(inTurn));
  const [failure] = rows.flat();
  if (failure) throw failure;
}

/** The failures of steps that run one after the other. */
async function inTurn(steps) {
  const failures = [];
  for (const [name, program, args] of steps) await step(name, program, args).catch((error) => failures.push(error));
  return failures;
}
