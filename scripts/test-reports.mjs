// What the reports of a test run say: how many passed and failed, and which needed another try.
import { readFile } from "node:fs/promises";

/** A report that was not written, because its run broke off, says nothing. */
const json = (file) => readFile(file, "utf8").then(JSON.parse, () => ({}));

/** @param {string} file Vitest's report. */
export async function vitestReport(file) {
  const { numPassedTests = 0, numFailedTests = 0 } = await json(file);
  return { passed: numPassedTests, failed: numFailedTests };
}

/** @param {string} file Playwright's report. */
export async function playwrightReport(file) {
  const { stats = {}, suites = [] } = await json(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  return { passed: expected + flaky, failed: unexpected, triedAgain: flakyIn(suites) };
}

function flakyIn(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(({ title }) => title),
    ...flakyIn(inner),
  ]);
}
