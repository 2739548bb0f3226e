/**
 * Runs API tests of a former release on the tables of this one: its processes work on while a deploy has migrated, and again when it is taken back.
 * And what the last release that made no changes of orders does by itself beside open ones.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

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

/** The migration with which orders may have several payments: releases before it read them, but make no changes. */
const SEVERAL_PAYMENTS = "migrations/long/0007_several-payments-per-order.sql";
const BESIDE_CHANGES = "src/shop/orders/beside-open-changes.test.ts";

/** FORMER_RELEASE names a commit or tag; without it, the last commit before the newest migration. */
export async function formerRelease() {
  const newest = process.env.FORMER_RELEASE ?? `${added("migrations/*.sql")}^`;
  const isRight = await testsOf(newest, "on the tables of this release", TESTS);
  const beside = { [BESIDE_CHANGES]: "ops/beside-open-changes.former.ts" };
  return (
    (await testsOf(`${added(SEVERAL_PAYMENTS)}^`, "beside open changes of orders", [BESIDE_CHANGES], beside)) && isRight
  );
}

/** The last commit that added a file of this name. */
const added = (path) => git("log", "-1", "--diff-filter=A", "--format=%H", "--", path);

/** Whether tests of a commit pass on the tables of this release; `files` are put into its tree before. */
async function testsOf(commit, words, tests, files = {}) {
  const release = git("rev-parse", commit);
  const home = await mkdtemp(join(tmpdir(), "iron-mesa-former-"));
  const tree = join(home, "release");
  git("worktree", "add", "--detach", tree, release);
  try {
    process.stdout.write(`${git("log", "-1", "--format=%h %s", release)}, ${words}\n`);
    await rm(join(tree, "migrations"), { recursive: true });
    await cp("migrations", join(tree, "migrations"), { recursive: true });
    await symlink(resolve("node_modules"), join(tree, "node_modules"));
    for (const [path, from] of Object.entries(files)) await cp(from, join(tree, path));
    const child = spawn("vitest", ["run", "--reporter=dot", ...tests], { stdio: "inherit", cwd: tree });
    const [code] = await once(child, "exit");
    return code === 0;
  } finally {
    git("worktree", "remove", "--force", tree);
    await rm(home, { recursive: true, force: true });
  }
}

/** @throws with what git said. */
function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}
