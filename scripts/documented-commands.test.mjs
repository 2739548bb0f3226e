import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { askedFor as askedForBench } from "../bench/options.mjs";
import { askedFor as askedForTorture } from "../torture/options.mjs";
import { readEnv } from "~/platform/env.server";
import { runShopCommand } from "~/server/commands/shop-commands";

const COMMAND = /\bnpm run ([a-z-]+)(?: -- ((?:[^\s`|]+ ?)*))?/g;
const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
for await (const file of glob(["docs/**/*.md", "ops/*"]))
  if (/\.(md|yaml|service)$|Dockerfile$/.test(file)) files.push(file);

/** Commands of the documents, by their first words: script, and the words after the dashes. */
const named = [
  ...new Map(
    files
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(COMMAND)])
      .map(([, script = "", words = ""]) => ({ script, words: words.trim().split(/\s+/).filter(Boolean) }))
      .map((command) => [JSON.stringify(command), command]),
  ).values(),
];
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

test("the documents name commands, and each is a script of package.json", () => {
  expect(named.length).toBeGreaterThan(30);
  for (const { script } of named) expect(Object.keys(scripts)).toContain(script);
});

const ofShop = named.filter(({ script }) => script === "shop");

test.each(ofShop)(
  "npm run shop -- $words explains itself, with the action and options that a document names",
  async ({ words }) => {
    const [verb = "", action] = words.filter((word) => !word.startsWith("--"));
    const said = [];
    const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
    onTestFinished(() => stdout.mockRestore());
    await runShopCommand(readEnv({}), verb === "" ? ["--help"] : [verb, "--help"]);
    const usage = said.join("");
    expect(usage).toContain("Usage: npm run shop --");
    const actions = usage.split("\n").map((line) => /^ +(\S+)/.exec(line)?.[1]);
    for (const one of ["db", "orders"].includes(verb) ? [action] : []) expect([undefined, ...actions]).toContain(one);
    for (const option of words.filter((word) => /^--(?!help)[a-z]/.test(word)))
      expect(usage).toContain(option.replace(/[.,;:)]+$/, ""));
  },
);

test.each(named.filter(({ script }) => script === "torture"))(
  "npm run torture -- $words is understood",
  ({ words }) => {
    expect(askedForTorture(words, {})).not.toHaveProperty("code", 2);
    expect(askedForTorture([...words, "--help"], {})).toMatchObject({ code: 0 });
  },
);

test.each(named.filter(({ script, words }) => script === "bench" && words[0] !== "fill"))(
  "npm run bench -- $words is understood",
  ({ words }) => {
    const isExample = words.some((word) => /^[A-Z]/.test(word));
    expect(askedForBench(isExample ? ["--help"] : words)).not.toHaveProperty("code", 2);
  },
);
