// Vitest reporter that writes the progress of the run after each test file; Vitest's own show totals only on a terminal.
import { tellProgress } from "./progress-news.mjs";

export default class VitestProgress {
  #total = 0;
  #done = 0;
  #passed = 0;
  #failed = 0;

  onTestRunStart(specifications) {
    this.#total = specifications.length;
  }

  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === "passed") this.#passed += 1;
    if (state !== "failed") return;
    this.#failed += 1;
    tellProgress({ failure: `${test.module.relativeModuleId} > ${test.fullName}` });
  }

  onTestModuleEnd(module) {
    this.#done += 1;
    tellProgress({
      done: this.#done,
      total: this.#total,
      unit: "files",
      passed: this.#passed,
      failed: this.#failed,
      at: module.relativeModuleId,
    });
  }
}
