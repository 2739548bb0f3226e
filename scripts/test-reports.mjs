// Reads the reports of a test run: how many tests passed and failed, which passed only on a retry, whether these are too many,
// and which took longest.
import { readFile } from "node:fs/promises";
import { relative } from "node:path";

/**
 * Number of tests of one run that may pass only on a retry, because a shared machine sometimes stalls. Playwright has no such bound:
 * `failOnFlakyTests` fails at the first.
 */
const MOST_TRIED_AGAIN = 3;
/** Number of failed attempts that a passing test may have; a test that fails twice shows an intermittent defect. */
const MOST_FAILURES = 1;

/** Returns the parsed report; an empty object if the run was aborted before the report was written. */
const json = (file) => readFile(file, "utf8").then(JSON.parse, () => ({}));

/**
 * Returns the numbers for the last line of `npm test`, which adds up all its steps; each runner prints its own only.
 *
 * @param {string} file Vitest's report.
 */
export async function vitestReport(file) {
  const { numPassedTests = 0, numFailedTests = 0 } = await json(file);
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * Returns the numbers of passed and failed tests, the titles of tests that passed only on a retry (`triedAgain`), and messages
 * about too many retries (`complaints`).
 *
 * @param {string} file Playwright's report.
 */
export async function playwrightReport(file) {
  const { stats = {}, suites = [] } = await json(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  const triedAgain = flakyIn(suites);
  const often = triedAgain.filter(({ failures }) => failures > MOST_FAILURES);
  const complaints = [
    ...often.map(({ title, failures }) => `failed ${failures} times before it passed: ${title}`),
    ...(triedAgain.length > MOST_TRIED_AGAIN
      ? [`${triedAgain.length} tests needed another try; ${MOST_TRIED_AGAIN} are the most`]
      : []),
  ];
  return { passed: expected + flaky, failed: unexpected, triedAgain: triedAgain.map(({ title }) => title), complaints };
}

const flakyIn = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "flaky")
        .map(({ results = [] }) => ({ title, failures: results.filter(isFailure).length })),
    ),
    ...flakyIn(inner),
  ]);

const isFailure = ({ status }) => status === "failed" || status === "timedOut";

/**
 * Returns names and seconds of the slowest test files (Vitest) and tests (Playwright, all attempts together), the slowest first.
 * Vitest lists no slowest files, and Playwright only files, without the others beside them.
 *
 * @param {{ vitest: string, playwright: string, most?: number }} reports
 */
export async function slowest({ vitest, playwright, most = 10 }) {
  const [{ testResults = [] }, { suites = [] }] = await Promise.all([json(vitest), json(playwright)]);
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
  return [...files, ...timesIn(suites)].toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
}

const timesIn = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.map(({ file, title, tests }) => ({
      name: `${file} > ${title}`,
      seconds: tests.flatMap(({ results = [] }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
    ...timesIn(inner),
  ]);
