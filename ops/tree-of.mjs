import { spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * The former release: what FORMER_RELEASE names, a commit or tag; without it, the last commit before the newest migration. Where that one is a
 * merge, the commit that it brought in: a migration that gets its number after a merge is missing in the merge alone.
 */
export function formerCommit() {
  if (process.env.FORMER_RELEASE) return process.env.FORMER_RELEASE;
  const before = `${added("migrations/*.sql")}^`;
  return git("rev-list", "--max-count=1", "--merges", "--no-walk", before) === "" ? before : `${before}^2`;
}

/** The last commit that added a file of this name. */
export const added = (path) => git("log", "-1", "--diff-filter=A", "--format=%H", "--", path);

/** Runs `act` with the folder of a commit's sources, which has this release's packages and goes away afterwards. */
export async function inTreeOf(commit, words, act) {
  const release = git("rev-parse", commit);
  const home = await mkdtemp(join(tmpdir(), "iron-mesa-former-"));
  const tree = join(home, "release");
  git("worktree", "add", "--detach", tree, release);
  try {
    process.stdout.write(`${git("log", "-1", "--format=%h %s", release)}, ${words}\n`);
    await symlink(resolve("node_modules"), join(tree, "node_modules"));
    return await act(tree);
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
