// Playwright reporter that writes the progress of the run after each browser test; Playwright's `line` and `list` write a line for each.
import { tellProgress } from "./progress-news.mjs";

export default class PlaywrightProgress {
  #total = 0;
  #passed = 0;
  #failed = 0;

  onBegin(_config, suite) {
    this.#total = suite.allTests().length;
  }

  onTestEnd(test, { status, retry }) {
    const at = test.titlePath().filter(Boolean).join(" > ");
    if (status === test.expectedStatus) this.#passed += 1;
    else {
      tellProgress({ failure: retry < test.retries ? `${at} (tried again)` : at });
      if (retry < test.retries) return;
      this.#failed += 1;
    }
    const done = this.#passed + this.#failed;
    tellProgress({ done, total: this.#total, unit: "tests", passed: this.#passed, failed: this.#failed, at });
  }

  printsToStdio() {
    return false;
  }
}
