import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { opensOf, releaseComplaints } from "./release.mjs";

const UNRELEASED = "\n## Unreleased\n\n### What a merchant sees\n\n### What an operator has to do\n";
const release = (heading) =>
  `\n## ${heading}\n\n### What a merchant sees\n\n- A thing.\n\n### What an operator has to do\n\n- Nothing.\n\n### What it opens\n\nAll.\n`;
const CHANGELOG = `# Changelog\n${UNRELEASED}${release("1.2.0, 2026-11-28")}${release("1.1.9, 2026-10-01")}\n## 1.0.0\n\nThe first.\n`;
const RIGHT = { version: "1.2.0", locked: "1.2.0", changelog: CHANGELOG };

test("a version that package.json, the change log and the tags agree on is a release", () => {
  const tags = [
    { tag: "v1.0.0", version: "1.0.0" },
    { tag: "v1.2.0", version: "1.2.0" },
  ];
  expect(releaseComplaints({ ...RIGHT, tags, tagsHere: ["v1.2.0"] })).toEqual([]);
  expect(releaseComplaints(RIGHT)).toEqual([]);
});

test.each([
  ["a version that is none", { version: "1.2", locked: "1.2" }, "package.json: 1.2 is no version of semver"],
  ["another version in the lock file", { locked: "1.1.9" }, "package-lock.json: has version 1.1.9, package.json 1.2.0"],
  [
    "a version without a section",
    { version: "1.3.0", locked: "1.3.0" },
    "CHANGELOG.md: its newest release is 1.2.0, 2026-11-28, and package.json has 1.3.0",
  ],
  [
    "no place for what is unreleased",
    { changelog: CHANGELOG.replace("Unreleased", "Next") },
    "CHANGELOG.md: begins with another section than Unreleased",
  ],
  [
    "an older release above a newer one",
    { changelog: CHANGELOG.replace("1.1.9", "1.10.0") },
    "CHANGELOG.md: 1.10.0 stands below 1.2.0",
  ],
  [
    "a release that does not say what it opens",
    { changelog: CHANGELOG.replace("### What it opens\n\nAll.\n", "") },
    'CHANGELOG.md, 1.2.0: "What it opens" is missing',
  ],
  [
    "a tag of another form",
    { tags: [{ tag: "1.2.0", version: "1.2.0" }] },
    "tag 1.2.0: is no v with a version of semver",
  ],
  [
    "a tag of another version",
    { tags: [{ tag: "v1.1.9", version: "1.2.0" }] },
    "tag v1.1.9: its package.json has version 1.2.0",
  ],
  [
    "a tag without a section",
    { tags: [{ tag: "v1.1.0", version: "1.1.0" }] },
    "tag v1.1.0: CHANGELOG.md has no such release",
  ],
  [
    "a tag with lines that are unreleased",
    { tagsHere: ["v1.2.0"], changelog: CHANGELOG.replace("sees\n", "sees\n\n- A new thing.\n") },
    "tag v1.2.0: CHANGELOG.md has unreleased lines; move them into the release",
  ],
])("%s is found", (_, wrong, complaint) => {
  expect(releaseComplaints({ ...RIGHT, ...wrong })).toContain(complaint);
});

test("the change log says which data the program opens", () => {
  const opens = opensOf(readFileSync("CHANGELOG.md", "utf8"));
  const oldest = /OLDEST_POSTGRES = (\d+)/.exec(readFileSync("src/platform/oldest-postgres.server.ts", "utf8"))?.[1];
  const former = readdirSync("scripts/former-postgres").toSorted();
  expect(opens).toContain(`PostgreSQL ${former.slice(0, -1).join(", ")} or ${former.at(-1)}`);
  expect(opens).toContain(`has PostgreSQL ${oldest} or newer`);
  expect(opens).toContain("of every earlier release");
});
