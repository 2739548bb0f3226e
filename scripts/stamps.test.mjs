import { expect, test } from "vitest";
import { withImports } from "./stamps.mjs";

test("the stamp of a build program includes the files that it imports directly or indirectly", async () => {
  const files = await withImports(["vite.config.ts", "scripts/check-weight.mjs"]);
  expect(files).toEqual(
    expect.arrayContaining(["scripts/client-chunks.mjs", "scripts/page-sheets.mjs", "bench/weight.mjs"]),
  );
  expect(new Set(files).size).toBe(files.length);
});
