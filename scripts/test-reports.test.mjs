import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightReport, slowest } from "./test-reports.mjs";

const folder = await mkdtemp(join(tmpdir(), "iron-mesa-reports-"));
afterAll(() => rm(folder, { recursive: true }));

/** A report in Playwright's format; each test is given by the results of its attempts. */
async function reported(...tests) {
  const statusOf = (tries) => (tries.at(-1) === "passed" ? (tries.length > 1 ? "flaky" : "expected") : "unexpected");
  const count = (status) => tests.filter(([, ...tries]) => statusOf(tries) === status).length;
  const specs = tests.map(([title, ...tries]) => ({
    title,
    tests: [{ status: statusOf(tries), results: tries.map((status) => ({ status })) }],
  }));
  const file = join(folder, "playwright.json");
  const stats = { expected: count("expected"), flaky: count("flaky"), unexpected: count("unexpected") };
  // A `describe` is a suite inside the file's.
  const suites = [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }];
  await writeFile(file, JSON.stringify({ stats, suites }));
  return playwrightReport(file);
}

test("tests that passed on a retry are named without a complaint, up to three in a run", async () => {
  const tests = ["search", "bag", "menu"].map((title) => [title, "failed", "passed"]);
  expect(await reported(["home", "passed"], ...tests)).toEqual({
    passed: 4,
    failed: 0,
    triedAgain: ["search", "bag", "menu"],
    complaints: [],
  });
});

test("a fourth retried test is a complaint", async () => {
  const tests = ["home", "search", "bag", "menu"].map((title) => [title, "timedOut", "passed"]);
  expect((await reported(...tests)).complaints).toEqual(["4 tests needed another try; 3 are the most"]);
});

test("a test that failed twice before it passed is a defect", async () => {
  const { passed, failed, complaints } = await reported(["home", "passed"], ["bag", "failed", "timedOut", "passed"]);
  expect({ passed, failed, complaints }).toEqual({
    passed: 2,
    failed: 0,
    complaints: ["failed 2 times before it passed: bag"],
  });
});

test("a test that was interrupted because another one of its file failed does not count as failed", async () => {
  const { complaints } = await reported(["home", "passed"], ["bag", "interrupted", "failed", "passed"]);
  expect(complaints).toEqual([]);
});

test("a missing report gives no tests and no complaints", async () => {
  expect(await playwrightReport(join(folder, "none.json"))).toEqual({
    passed: 0,
    failed: 0,
    triedAgain: [],
    complaints: [],
  });
});

test("the slowest files and tests of a run are named, the longest first", async () => {
  const [vitest, playwright] = [join(folder, "files.json"), join(folder, "journeys.json")];
  const file = (name, milliseconds) => ({
    name: join(process.cwd(), name),
    startTime: 1_000,
    endTime: 1_000 + milliseconds,
  });
  const testResults = [file("src/a.test.ts", 2_500), file("src/b.test.ts", 100)];
  await writeFile(vitest, JSON.stringify({ testResults }));
  const spec = (title, ...durations) => ({
    file: "bag.spec.ts",
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  await writeFile(
    playwright,
    JSON.stringify({ suites: [{ specs: [spec("fills", 300)], suites: [{ specs: [spec("pays", 2_000, 4_000)] }] }] }),
  );
  expect(await slowest({ vitest, playwright, most: 3 })).toEqual([
    { name: "bag.spec.ts > pays", seconds: 6 },
    { name: "src/a.test.ts", seconds: 2.5 },
    { name: "bag.spec.ts > fills", seconds: 0.3 },
  ]);
  expect(await slowest({ vitest: join(folder, "none.json"), playwright: join(folder, "none.json") })).toEqual([]);
});
