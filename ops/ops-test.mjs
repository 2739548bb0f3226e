// `npm run ops-test`: runs the tests with servers from Debian packages, where a missing package is a failure, and the tests of a
// former release.
import { availability } from "./availability.mjs";
import { formerRelease } from "./former-release.mjs";
import { image } from "./image.mjs";
import { pgbouncer } from "./pgbouncer.mjs";
import { twoReleases } from "./two-releases.mjs";

const TESTS = { pgbouncer, availability, "former-release": formerRelease, "two-releases": twoReleases, image };
const asked = process.argv.slice(2);
const skipped = [];
const failed = asked.filter((name) => !(name in TESTS));
for (const [name, test] of Object.entries(TESTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`${name}\n`);
  const isRight = await test().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    return false;
  });
  if (isRight === "skipped") skipped.push(name);
  else if (!isRight) failed.push(name);
}
const skippedWords = skipped.length > 0 ? `, skipped: ${skipped.join(", ")}` : "";
process.stdout.write(failed.length > 0 ? `FAILED: ${failed.join(", ")}${skippedWords}\n` : `ok${skippedWords}\n`);
process.exit(failed.length > 0 ? 1 : 0);
