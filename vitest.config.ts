import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { memoryFolder } from "./scripts/memory-folder.mjs";
import { pageSheets } from "./scripts/page-sheets.mjs";

memoryFolder();

export default defineConfig({
  plugins: [pageSheets()],
  // As in a build: what the development build reads is not there.
  oxc: { jsx: { runtime: "automatic", development: false } },
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    environment: "node",
    // Pages are drawn by the React that the shop runs: its development build takes three times as long. Child processes get it, too.
    env: { NODE_ENV: "production" },
    // The addresses of style sheets stand in documents; their text is needed nowhere.
    css: { include: [/\.css\?url$/] },
    // Modules are loaded once per worker, not once per file: half the time. What varies is an argument, so nothing leaks.
    isolate: false,
    // One more than processors: much of a test is waiting, for the database or for a limit to pass.
    maxWorkers: availableParallelism() + 1,
    // A global that one test replaced must not be met by another file of the same worker.
    unstubGlobals: true,
    globalSetup: "./src/testing/test-database.ts",
    include: ["src/**/*.test.{ts,tsx}", "{scripts,bench,torture}/**/*.test.{mjs,ts}"],
    // Bounds for what hangs: a busy machine takes many times what a quiet one does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});
