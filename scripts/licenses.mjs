/** Licenses that ask for no more than to be named. */
const FREE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "PostgreSQL",
  "Unlicense",
  "Zlib",
]);

/** Packages with a copyleft license that are accepted, by the beginning of their name, each with its license and the reason. */
const COPYLEFT = [
  ["@img/sharp-libvips-", "LGPL-3.0-or-later", "a library of its own beside the program, exchangeable and unchanged"],
  ["@img/sharp-win32-", "Apache-2.0 AND LGPL-3.0-or-later", "the same library; the shop does not run on Windows"],
  [
    "@img/sharp-wasm32",
    "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
    "the same library; not installed beside a built one",
  ],
  ["lightningcss", "MPL-2.0", "a tool of the build; its files are unchanged, and none is in the shop"],
  ["axe-core", "MPL-2.0", "a tool of tests"],
  ["@axe-core/playwright", "MPL-2.0", "a tool of tests"],
];

/** Complaints about packages whose license is missing, unknown, or copyleft without being named above. */
export function licenseComplaints(packages) {
  return packages.flatMap(({ name, license }) => {
    if (typeof license !== "string" || license === "") return [`${name}: says no license`];
    if (isFree(license)) return [];
    if (COPYLEFT.some(([begin, own]) => name.startsWith(begin) && license === own)) return [];
    return [`${name}: ${license} is neither free nor named in scripts/licenses.mjs`];
  });
}

/** Whether an SPDX expression of licenses with AND and OR is free: of alternatives one, of joined ones all. */
function isFree(license) {
  const words = license.replaceAll(/[()]/g, "");
  return words.split(" OR ").some((one) => one.split(" AND ").every((part) => FREE.has(part.trim())));
}
