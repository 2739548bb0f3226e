// Shows the progress of tests: as a bar on a terminal, otherwise as a line every EVERY_S seconds.
// No reporter of Vitest or Playwright has this: their dots do not say how many are left, and the others fill a log with a line for
// each file or test.

/** Seconds between two lines of progress if the output is not a terminal. */
const EVERY_S = 10;
const WIDTH = 24;

/**
 * Shows the progress of a step from its messages. `{ done, total, unit, passed, failed, at }` has the numbers of finished and of
 * all files or tests, the numbers of passed and failed tests, and the name of the last one; `{ failure }` is the title of a
 * failed test.
 */
export function progress(name, out = process.stdout, now = Date.now) {
  let last = now();
  let isBarShown = false;
  const clear = () => {
    if (isBarShown) out.write("\r\u001B[K");
    isBarShown = false;
  };
  return {
    tell(news) {
      if (news.failure) {
        clear();
        out.write(`       failed: ${news.failure}\n`);
        return;
      }
      if (out.isTTY) {
        clear();
        out.write(cut(`${bar(news)} ${words(name, news)}`, out.columns));
        isBarShown = true;
      } else if (now() - last >= EVERY_S * 1000) {
        last = now();
        out.write(`       ${words(name, news)}\n`);
      }
    },
    end: clear,
  };
}

function bar({ done, total }) {
  const filled = total > 0 ? Math.round((WIDTH * done) / total) : 0;
  return `[${"#".repeat(filled)}${".".repeat(WIDTH - filled)}]`;
}

const words = (name, { done, total, unit, passed, failed, at }) =>
  `${name}: ${done} of ${total} ${unit}, ${passed} tests passed${failed > 0 ? `, ${failed} failed` : ""}; ${at}`;

const cut = (line, columns = 80) => line.slice(0, columns - 1);
