import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Returns the former release: the commit or tag in FORMER_RELEASE, by default the last commit before the newest migration. If
 * that commit is a merge, returns its second parent, because a migration may get its number only after the merge.
 */
export function formerCommit() {
  if (process.env.FORMER_RELEASE) return process.env.FORMER_RELEASE;
  const before = `${added("migrations/*.sql", ":(exclude)migrations/functions")}^`;
  return git("rev-list", "--max-count=1", "--merges", "--no-walk", before) === "" ? before : `${before}^2`;
}

/** Returns the hash of the last commit that added a file at one of these paths. */
export const added = (...paths) => git("log", "-1", "--diff-filter=A", "--format=%H", "--", ...paths);

/** Checks a commit out into a temporary folder with the current node_modules, runs `act` with the folder, and removes it. */
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

/** Builds the shop of a former release in its folder, without the back office. */
export async function builtIn(folder) {
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn("react-router", ["build"], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The former release cannot be built.");
}

/** Runs git and returns its output. @throws {Error} with git's error output. */
function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}
