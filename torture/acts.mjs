/**
 * Draws three acts in a row, of all acts on orders and on the shop's terms, again and again, and compares ledger, files, figures,
 * stock, papers and previews with what each shopper has paid and got back. It needs no built shop: it runs the test
 * `acts-in-a-row.test.ts` with more rows.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { askedFor } from "./options.mjs";

const { values } = askedFor(process.argv.slice(2));
const vitest = join("node_modules", "vitest", "vitest.mjs");
const env = { ...process.env, NODE_ENV: "test", ACTS_IN_A_ROW: values.acts, ACTS_SEED: values.seed };
const { status } = spawnSync(process.execPath, [vitest, "run", "src/testing/acts/acts-in-a-row.test.ts"], {
  env,
  stdio: "inherit",
});
process.exitCode = status === 0 ? 0 : 1;
