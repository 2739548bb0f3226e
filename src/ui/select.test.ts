import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("every list, of the shop and of the workshop, ends in an ellipsis where it is too narrow for its choice", async () => {
  for (const file of ["src/reset.css", "src/back-office/ui/reset.css"])
    expect(await readFile(file, "utf8")).toMatch(/(?:^|\n)select \{\s*text-overflow: ellipsis;/);
  const others: string[] = [];
  for await (const file of glob("src/**/*.css"))
    for (const [rule] of (await readFile(file, "utf8")).matchAll(/text-overflow:(?! ellipsis;)[^;]*;/g))
      others.push(`${file}: ${rule}`);
  expect(others).toEqual([]);
});
