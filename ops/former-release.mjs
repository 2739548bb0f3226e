/**
 * Runs API tests of the former release on the tables of the current release, because its processes still run after the migration
 * of a deploy, and again after a rollback. Also checks that the last release without order changes does not alter orders with
 * open changes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { added, formerCommit, inTreeOf } from "./former-checkout.mjs";
import { installRelease } from "./install-release.mjs";

/** Tests of orders, lists, returns, members and settings: reads and writes of every kind. */
const TESTS = [
  "src/server/api.test.ts",
  "src/shop/orders/orders.api.test.ts",
  "src/shop/orders/order-life.server.test.ts",
  "src/shop/returns",
  "src/shop/catalog/listing",
  "src/shop/discounts",
  "src/back-office/orders",
  "src/back-office/goods/goods.test.ts",
];

/** The migration with which orders may have several payments: earlier releases can read such orders, but cannot change them. */
const SEVERAL_PAYMENTS = "migrations/long/0007_several-payments-per-order.sql";
const BESIDE_CHANGES = "src/shop/orders/beside-open-changes.test.ts";

export async function formerRelease() {
  const isInstalled = await installRelease();
  const isRight = await testsOf(formerCommit(), "on the tables of this release", TESTS);
  const beside = { [BESIDE_CHANGES]: "ops/beside-open-changes.former.ts" };
  return (
    (await testsOf(`${added(SEVERAL_PAYMENTS)}^`, "beside open changes of orders", [BESIDE_CHANGES], beside)) &&
    isRight &&
    isInstalled
  );
}

/** Returns whether tests of a commit pass on the tables of the current release; copies `files` into the commit's tree first. */
const testsOf = (commit, words, tests, files = {}) =>
  inTreeOf(commit, words, async (tree) => {
    await rm(join(tree, "migrations"), { recursive: true });
    await cp("migrations", join(tree, "migrations"), { recursive: true });
    for (const [path, from] of Object.entries(files)) await cp(from, join(tree, path));
    const child = spawn("vitest", ["run", "--reporter=dot", ...tests], { stdio: "inherit", cwd: tree });
    const [code] = await once(child, "exit");
    return code === 0;
  });
