// The regular expressions of src as data, and texts that make a slow one slow.
import { parsed, read, sourceFiles, walk } from "./sources.mjs";

/** Code that runs without foreign text: tests and their helpers. */
const NOT_SERVED = /\.test\.tsx?$|^src\/testing\//;

/**
 * Reads every regular expression of src, written as `/…/` or with `RegExp(…)`. `source` and `flags` are undefined where they are
 * known only when the program runs; `text` is the expression as the file has it.
 */
export async function expressions() {
  const found = [];
  for (const file of (await sourceFiles()).filter((name) => !NOT_SERVED.test(name)).toSorted()) {
    const code = await read(file);
    walk(parsed(file, code).program, (node) => {
      const line = () => code.slice(0, node.start).split("\n").length;
      if (node.regex) {
        const { pattern: source, flags } = node.regex;
        found.push({ file, line: line(), text: code.slice(node.start, node.end), source, flags });
      } else if (isCallOfRegExp(node)) {
        found.push({ file, line: line(), text: code.slice(node.start, node.end).replaceAll(/\s+/g, " ") });
      }
    });
  }
  return found;
}

const isCallOfRegExp = ({ type, callee }) =>
  (type === "NewExpression" || type === "CallExpression") &&
  (callee.name === "RegExp" || (callee.object?.name === "globalThis" && callee.property?.name === "RegExp"));

/** Faults of the lists of scripts/expression-lists.mjs: an expression without its example, a reason left out, an entry without its expression. */
export function listComplaints(found, { EXAMPLES, OWN_TEXT_ONLY }) {
  const complaints = [];
  for (const { file, line, text, source } of found)
    if (source === undefined && EXAMPLES[file]?.[text] === undefined && OWN_TEXT_ONLY[file]?.[text] === undefined)
      complaints.push(
        `${file}:${line} ${text}: is made when the program runs; add an example of it to scripts/expression-lists.mjs`,
      );
  const there = new Set(found.map(({ file, text }) => `${file} ${text}`));
  for (const [file, listed] of Object.entries(OWN_TEXT_ONLY))
    for (const [text, reason] of Object.entries(listed))
      if (reason.trim() === "") complaints.push(`${file} ${text}: say why it meets no foreign text`);
  for (const list of [EXAMPLES, OWN_TEXT_ONLY])
    for (const [file, listed] of Object.entries(list))
      for (const text of Object.keys(listed))
        if (!there.has(`${file} ${text}`))
          complaints.push(`${file} ${text}: is in scripts/expression-lists.mjs, but not in the file`);
  return complaints;
}

/**
 * Texts of about `length` letters on which the expression may begin at each letter and fail late, by name, each as a function that
 * writes it. They repeat one letter, the first letter of each class, and each run of letters of the expression, as delimiters are;
 * alone, and between other letters.
 */
export function hardTexts({ source, flags }, length) {
  const { classes, runs } = partsOf(source);
  const firsts = new Set(["a", ...classes.map((one) => firstOf(one, flags))]);
  const pieces = new Set([...firsts, ...runs, ...runs.flatMap((run) => [...firsts].map((first) => run + first))]);
  pieces.delete("");
  const texts = new Map();
  for (const piece of pieces)
    for (const [before, after] of [
      ["", ""],
      ["", END],
      [END, END],
      ["a", ""],
      ...runs.flatMap((run) => [
        [run, ""],
        [run, END],
      ]),
    ])
      texts.set(`${before}${piece}${after}`, () => before + piece.repeat(Math.ceil(length / piece.length)) + after);
  return texts;
}

/** A letter that few classes have. */
const END = "\u0001";

/** Splits the source of an expression into its classes (`[…]`, `\d`, `\p{…}`, `.`) and the runs of letters between other signs. */
function partsOf(source) {
  const classes = new Set();
  const runs = new Set();
  let run = "";
  const end = () => {
    if (run !== "") runs.add(run);
    run = "";
  };
  for (const [part] of source.matchAll(PARTS)) {
    const letter = letterOf(part);
    if (letter !== undefined) run += letter;
    else end();
    if (/^\[|^\\[dDwWsSpP]|^\.$/.test(part)) classes.add(part);
  }
  end();
  return { classes: [...classes], runs: [...runs] };
}

/** A class, an escaped sign, the head of a group, a count, or one other sign. */
const PARTS =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Z]|\\k<\w+>|\\.|\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}|[^]/gu;

const CONTROLS = { "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\f": "\f", "\\v": "\v", "\\0": "\0" };

/** The letter that a part stands for; undefined for a part that stands for several or for none. */
function letterOf(part) {
  if (part in CONTROLS) return CONTROLS[part];
  const code = /^\\(?:u\{?|x)([\da-fA-F]+)\}?$/.exec(part)?.[1];
  if (code) return String.fromCodePoint(Number.parseInt(code, 16));
  if (/^\\[^\w]$/.test(part)) return part[1];
  return /^[^\\()[\]{}|*+?.^$]$/u.test(part) ? part : undefined;
}

const COMMON = ["a", "A", "0", " ", "-", ".", "\n", "\t", "<", "&", "é"];
const LETTERS = [...COMMON, ...Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code))];

/** The first letter that a class takes. */
function firstOf(one, flags) {
  const of = new RegExp(`^${one}$`, flags.replaceAll(/[gy]/g, ""));
  return LETTERS.find((letter) => of.test(letter)) ?? "";
}
