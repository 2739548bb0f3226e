// Checks that package.json, package-lock.json, CHANGELOG.md and the tags of the repository name the same releases.
import { spawnSync } from "node:child_process";
import { releaseComplaints } from "./release.mjs";
import { read } from "./sources.mjs";

/** Lines of git's output; none in a folder without a repository, as in an image. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}

const versionAt = (tag) => JSON.parse(git("show", `${tag}:package.json`).join("\n") || "{}").version;
const { version } = JSON.parse(await read("package.json"));
const complaints = releaseComplaints({
  version,
  locked: JSON.parse(await read("package-lock.json")).packages[""].version,
  changelog: await read("CHANGELOG.md"),
  tags: git("tag", "--list").map((tag) => ({ tag, version: versionAt(tag) })),
  tagsHere: git("tag", "--points-at", "HEAD"),
});
for (const line of complaints) process.stdout.write(`${line}\n`);
process.exit(complaints.length > 0 ? 1 : 0);
