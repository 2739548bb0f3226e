// The rules of a release: package.json, CHANGELOG.md and tags name the same version.
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const HEADING = /^## (.+)$/gm;
const RELEASE = /^(\d+\.\d+\.\d+)(?:, (\d{4}-\d\d-\d\d))?$/;
const PARTS = ["What a merchant sees", "What an operator has to do"];

/**
 * Complaints about a release. `tags` are the tags of the repository, each with the version of its package.json; `tagsHere` are those
 * of the present commit.
 */
export function releaseComplaints({ version, locked, changelog, tags = [], tagsHere = [] }) {
  const complaints = [];
  if (!SEMVER.test(version)) complaints.push(`package.json: ${version} is no version of semver`);
  if (locked !== version) complaints.push(`package-lock.json: has version ${locked}, package.json ${version}`);
  const [first, ...releases] = sectionsOf(changelog);
  if (first?.name !== "Unreleased") complaints.push("CHANGELOG.md: begins with another section than Unreleased");
  complaints.push(...listComplaints(version, releases));
  for (const name of first ? PARTS : [])
    if (!first.text.includes(`\n### ${name}\n`)) complaints.push(`CHANGELOG.md, Unreleased: "${name}" is missing`);
  const known = new Set(releases.map(({ name }) => `v${RELEASE.exec(name)?.[1]}`));
  for (const { tag, version: own } of tags) {
    if (!SEMVER.test(tag.slice(1)) || !tag.startsWith("v"))
      complaints.push(`tag ${tag}: is no v with a version of semver`);
    else if (tag !== `v${own}`) complaints.push(`tag ${tag}: its package.json has version ${own}`);
    else if (!known.has(tag)) complaints.push(`tag ${tag}: CHANGELOG.md has no such release`);
  }
  if (tagsHere.length > 0 && first && hasLines(first.text))
    complaints.push(`tag ${tagsHere[0]}: CHANGELOG.md has unreleased lines; move them into the release`);
  return complaints;
}

/** Complaints about the list of releases: the newest is that of package.json, and each is older than the one above. */
function listComplaints(version, releases) {
  const complaints = [];
  const versions = releases.map(({ name }) => RELEASE.exec(name));
  if (versions[0]?.[1] !== version)
    complaints.push(
      `CHANGELOG.md: its newest release is ${releases[0]?.name ?? "none"}, and package.json has ${version}`,
    );
  for (const [at, one] of versions.entries()) {
    if (!one) complaints.push(`CHANGELOG.md: "${releases[at].name}" is no release`);
    else if (at > 0 && versions[at - 1] && compared(versions[at - 1][1], one[1]) <= 0)
      complaints.push(`CHANGELOG.md: ${one[1]} stands below ${versions[at - 1][1]}`);
    // The first release has no list of changes.
    if (one?.[2] === undefined) continue;
    for (const part of [...PARTS, "What it opens"])
      if (!releases[at].text.includes(`\n### ${part}\n`))
        complaints.push(`CHANGELOG.md, ${one[1]}: "${part}" is missing`);
  }
  return complaints;
}

const hasLines = (text) => text.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#"));

function compared(one, other) {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  return a.map((part, at) => part - b[at]).find((difference) => difference !== 0) ?? 0;
}

/** The sections of a change log by their headings. */
function sectionsOf(changelog) {
  const starts = [...changelog.matchAll(HEADING)];
  return starts.map(({ 1: name, index }, at) => ({ name, text: changelog.slice(index, starts[at + 1]?.index) }));
}

/** Text of the newest release about the data that it opens. */
export const opensOf = (changelog) =>
  /\n### What it opens\n([^]*?)\n## /.exec(`${changelog}\n## `)?.[1].replaceAll(/\s+/g, " ").trim() ?? "";
