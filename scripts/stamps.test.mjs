import { expect, test } from "vitest";
import { withImports } from "./stamps.mjs";

test("a program of the build counts with whatever it imports, through others too", async () => {
  const files = await withImports(["vite.config.ts", "scripts/check-weight.mjs"]);
  expect(files).toEqual(
    expect.arrayContaining(["scripts/client-chunks.mjs", "scripts/page-sheets.mjs", "bench/weight.mjs"]),
  );
  expect(new Set(files).size).toBe(files.length);
});
