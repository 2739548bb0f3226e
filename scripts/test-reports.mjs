// Figures from the reports of a test run: how many passed and failed, which needed another try, whether these
// are too many, and what took longest.
import { readFile } from "node:fs/promises";
import { relative } from "node:path";

/** Most tests of one run that may need another try: a shared machine stalls now and then. */
const MOST_TRIED_AGAIN = 3;
/** Most failed attempts of one test: a test that fails twice shows an intermittent defect. */
const MOST_FAILURES = 1;

/** Content of a report; empty if it was not written because its run was aborted. */
const json = (file) => readFile(file, "utf8").then(JSON.parse, () => ({}));

/** @param {string} file Vitest's report. */
export async function vitestReport(file) {
  const { numPassedTests = 0, numFailedTests = 0 } = await json(file);
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * `triedAgain` are the titles of tests that passed only on a retry, `complaints` the messages about too many of them.
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
 * Names and seconds of the slowest items of a run, longest first: files of Vitest, tests of Playwright with all their attempts.
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
