import { expect, test } from "vitest";
import { licenseComplaints } from "./licenses.mjs";

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(MIT AND Zlib)", true],
  ["MIT AND GPL-3.0-only", false],
  ["GPL-2.0-or-later", false],
  ["AGPL-3.0-only", false],
  ["MPL-2.0", false],
  ["SEE LICENSE IN LICENSE", false],
  [undefined, false],
  [{ type: "MIT" }, false],
])("a package of the license %j is accepted: %j", (license, isAccepted) => {
  expect(licenseComplaints([{ name: "a-package", license }]).length === 0).toBe(isAccepted);
});

test("a named package is accepted with its own copyleft license alone", () => {
  const libvips = "@img/sharp-libvips-linux-arm64";
  expect(licenseComplaints([{ name: libvips, license: "LGPL-3.0-or-later" }])).toEqual([]);
  expect(licenseComplaints([{ name: libvips, license: "GPL-3.0-or-later" }])).toEqual([
    `${libvips}: GPL-3.0-or-later is neither free nor named in scripts/licenses.mjs`,
  ]);
});
