import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { memoryFolder } from "./scripts/memory-folder.mjs";
import { pageSheets } from "./scripts/page-sheets.mjs";

memoryFolder();

/** Files that make thousands of orders begin first: Vitest begins the largest files first, and these are short. */
class LongestFirst extends BaseSequencer {
  override async sort(...[files]: Parameters<BaseSequencer["sort"]>): ReturnType<BaseSequencer["sort"]> {
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: (typeof files)[number]) => moduleId.includes("/src/testing/acts/");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  plugins: [pageSheets()],
  // As in a build: tests must not use data that only React's development build has.
  oxc: { jsx: { runtime: "automatic", development: false } },
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    environment: "node",
    // Pages are rendered with React's production build, like in the shop, because the development build takes three times as
    // long. Child processes inherit the setting.
    env: { NODE_ENV: "production" },
    // Tests need only the URLs of style sheets, not their content.
    css: { include: [/\.css\?url$/] },
    // Modules are loaded once per worker instead of once per file, which halves the time. Tests must not keep state in modules;
    // they pass it as arguments.
    isolate: false,
    // One worker more than processors, because tests mostly wait for the database or for time limits.
    maxWorkers: availableParallelism() + 1,
    // A global that one test replaces must not affect other files in the same worker.
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
    globalSetup: "./src/testing/test-database.ts",
    setupFiles: "./src/testing/draws.ts",
    include: ["src/**/*.test.{ts,tsx}", "{scripts,bench,torture}/**/*.test.{mjs,ts}"],
    // Long time-outs, only against tests that hang: a busy machine is many times slower than a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});
