import { expect, test } from "vitest";
import { EXAMPLES, OWN_TEXT_ONLY } from "./expression-lists.mjs";
import { expressions, hardTexts, listComplaints } from "./expressions.mjs";

const [SHORT, LONG] = [5_000, 20_000];
/** Four times the letters may take eight times as long: between the 4 of a line and the 16 of a square. */
const MOST = 8;
/** Processor time in milliseconds that no measurement is sure of; a square takes 20 ms for 20,000 letters even on a fast machine. */
const UNSURE = 5;
/** Measurements of the same text, of which the least counts: a busy machine only adds time. */
const TRIES = 3;

/** Processor time of this thread in milliseconds, least of some tries. */
function timeOf(expression, text, tries = TRIES) {
  let least = Infinity;
  for (let i = 0; i < tries && (i === 0 || least > UNSURE / 8); i++) {
    const before = process.threadCpuUsage();
    text.replace(expression, "");
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * Numbers of letters of the first, short measurements, in small steps: an expression whose time doubles with each letter or two is
 * found before it takes minutes.
 */
const FIRST = [16, 20, 24, 29, 35, 42, 50, 60, 72, 86, 103, 150, 250];
/** Processor time in milliseconds that no text of the short measurements takes. */
const MOST_OF_FIRST = 40;

/** The first text on which an expression takes more than eight times as long for four times the letters, or long for few. */
function slowText({ source, flags }) {
  const everywhere = new RegExp(source, `${flags.replace("g", "")}g`);
  for (const letters of FIRST)
    for (const [name, write] of hardTexts({ source, flags }, letters))
      if (timeOf(everywhere, write(), 1) > MOST_OF_FIRST && timeOf(everywhere, write()) > MOST_OF_FIRST) return name;
  const long = hardTexts({ source, flags }, LONG);
  for (const [name, write] of hardTexts({ source, flags }, SHORT)) {
    const short = timeOf(everywhere, write());
    if (short <= UNSURE / 16) continue;
    // A time of seconds is no line, and its square would take minutes.
    if (short > 1000) return name;
    const time = timeOf(everywhere, long.get(name)());
    if (time > UNSURE && time > MOST * short) return name;
  }
  return undefined;
}

const measured = new Map();
for (const { file, line, text, ...known } of await expressions()) {
  if (OWN_TEXT_ONLY[file]?.[text] !== undefined) continue;
  const { source, flags } = known.source === undefined ? (EXAMPLES[file]?.[text] ?? {}) : known;
  if (source !== undefined && !measured.has(`/${source}/${flags}`))
    measured.set(`/${source}/${flags}`, { at: `${file}:${line}`, source, flags });
}

test("no expression that meets foreign text takes more than eight times as long for four times the letters", () => {
  expect(measured.size).toBeGreaterThan(500);
  const slow = [...measured].flatMap(([text, { at, ...expression }]) => {
    const name = slowText(expression);
    return name === undefined ? [] : [`${at} ${text}: ${JSON.stringify(name)} again and again`];
  });
  expect(slow).toEqual([]);
});

test.each([
  ["one letter", String.raw`[\w.+-]+@\w+`],
  ["the first letter of a class before an end", String.raw`[-_]+$`],
  ["a delimiter", String.raw`<body\b[^>]*>`],
  ["a letter, then the first of a class", String.raw`^(\S.*?)\s{2,}(\S.*)$`],
  ["two letters that a group of groups takes apart", String.raw`(?:a+)+$`],
  ["letters that two branches take", String.raw`^(?:a|aa)+$`],
])("a square or more is found: %s repeated", (_, source) => {
  expect(slowText({ source, flags: "" })).toBeDefined();
});

test("an expression that is made when the program runs needs an example, and the lists name only what is there", async () => {
  expect(listComplaints(await expressions(), { EXAMPLES, OWN_TEXT_ONLY })).toEqual([]);
  const made = { file: "src/a.ts", line: 7, text: "new RegExp(word)" };
  expect(listComplaints([made], { EXAMPLES: {}, OWN_TEXT_ONLY: {} })).toEqual([
    "src/a.ts:7 new RegExp(word): is made when the program runs; add an example of it to scripts/expression-lists.mjs",
  ]);
  expect(
    listComplaints([made], {
      EXAMPLES: { "src/a.ts": { "/b/": /b/ } },
      OWN_TEXT_ONLY: { "src/a.ts": { [made.text]: "" } },
    }),
  ).toEqual([
    "src/a.ts new RegExp(word): say why it meets no foreign text",
    "src/a.ts /b/: is in scripts/expression-lists.mjs, but not in the file",
  ]);
});
