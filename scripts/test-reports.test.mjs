import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightReport, slowest } from "./test-reports.mjs";

const folder = await mkdtemp(join(tmpdir(), "iron-mesa-reports-"));
afterAll(() => rm(folder, { recursive: true }));

/** Writes a report in Playwright's format and reads it back; each argument lists the results of the attempts of one test. */
async function reported(...tests) {
  const statusOf = (tries) => (tries.at(-1) === "passed" ? (tries.length > 1 ? "flaky" : "expected") : "unexpected");
  const count = (status) => tests.filter(([, ...tries]) => statusOf(tries) === status).length;
  const specs = tests.map(([title, ...tries]) => ({
    title,
    tests: [{ status: statusOf(tries), results: tries.map((status) => ({ status })) }],
  }));
  const file = join(folder, "playwright.json");
  const stats = { expected: count("expected"), flaky: count("flaky"), unexpected: count("unexpected") };
  // Playwright reports a `describe` as a suite inside the suite of the file.
  const suites = [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }];
  await writeFile(file, JSON.stringify({ stats, suites }));
  return playwrightReport(file);
}

test("up to three tests of a run may pass on a retry; the report has their titles and no complaint", async () => {
  const tests = ["search", "bag", "menu"].map((title) => [title, "failed", "passed"]);
  expect(await reported(["home", "passed"], ...tests)).toEqual({
    passed: 4,
    failed: 0,
    triedAgain: ["search", "bag", "menu"],
    complaints: [],
  });
});

test("a fourth test that passed on a retry gives a complaint", async () => {
  const tests = ["home", "search", "bag", "menu"].map((title) => [title, "timedOut", "passed"]);
  expect((await reported(...tests)).complaints).toEqual(["4 tests needed another try; 3 are the most"]);
});

test("a test that failed twice before it passed gives a complaint", async () => {
  const { passed, failed, complaints } = await reported(["home", "passed"], ["bag", "failed", "timedOut", "passed"]);
  expect({ passed, failed, complaints }).toEqual({
    passed: 2,
    failed: 0,
    complaints: ["failed 2 times before it passed: bag"],
  });
});

test("an attempt that was interrupted because another test of its file failed does not count as a failure", async () => {
  const { complaints } = await reported(["home", "passed"], ["bag", "interrupted", "failed", "passed"]);
  expect(complaints).toEqual([]);
});

test("a missing report counts as a report without tests and complaints", async () => {
  expect(await playwrightReport(join(folder, "none.json"))).toEqual({
    passed: 0,
    failed: 0,
    triedAgain: [],
    complaints: [],
  });
});

test("the report lists the slowest files and tests of a run, the slowest first", async () => {
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
