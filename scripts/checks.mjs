// The steps of `npm run check`, two at a time.
import { step } from "./steps.mjs";

/** Build info file of the TypeScript compiler, which lets it skip unchanged files. */
const TYPES_CACHE = "node_modules/.cache/types.tsbuildinfo";
const AT_ONCE = 2;
/**
 * Number of parallel checkers of the TypeScript compiler. Each works out the types that it needs again, so that the default of 4
 * takes twice the processor time of 1.
 */
const CHECKERS = "1";

/** Checks, the longest first, so that the two slots end at about the same time. */
const steps = [
  ["format", "prettier", ["--check", "--cache", "--cache-strategy", "content", "--log-level", "warn", "."]],
  ["types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", TYPES_CACHE, "--checkers", CHECKERS, "-p", "."]],
  ["dead code", "knip", ["--no-progress"]],
  ["styles", "node", ["scripts/check-styles.mjs"]],
  ["names", "node", ["scripts/check-names.mjs"]],
  ["imports", "node", ["scripts/check-imports.mjs"]],
  ["lint", "oxlint", ["--deny-warnings"]],
  ["outgoing", "node", ["scripts/check-outgoing.mjs"]],
  ["references", "node", ["scripts/check-references.mjs"]],
  ["rows", "node", ["scripts/rows-to-tests.mjs", "--check"]],
  ["marks", "node", ["scripts/check-marks.mjs"]],
  ["lines", "node", ["scripts/check-order-lines.mjs"]],
  ["line choices", "node", ["scripts/check-line-choices.mjs"]],
  ["gateways", "node", ["scripts/check-gateways.mjs"]],
  ["one sum", "node", ["scripts/check-one-sum.mjs"]],
  ["goods locks", "node", ["scripts/check-goods-locks.mjs"]],
  ["goods naming", "node", ["scripts/check-goods-naming.mjs"]],
  ["licenses", "node", ["scripts/check-licenses.mjs"]],
  ["release", "node", ["scripts/check-release.mjs"]],
];

/** Runs every check even if one fails, and throws the first failure at the end. */
export async function runChecks() {
  const failures = [];
  const check = ([name, program, args]) => step(name, program, args).catch((error) => failures.push(error));
  // The compiler and the search for dead code read the generated types.
  await check(["route types", "react-router", ["typegen"]]);
  const left = steps.values();
  const row = async () => {
    for (const one of left) await check(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, row));
  if (failures.length > 0) throw failures[0];
}
