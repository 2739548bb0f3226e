// Checks names: a file is named after its only export, the `name` of an error class is that of the class, a module without JSX is
// a `.ts` file, and a comment begins with its subject.
import { namelessComments } from "./comments.mjs";
import { parsed, read, sourceFiles, toolFiles, walk } from "./sources.mjs";

/** Files whose exports are named by a framework, or by the role at the end of their name. */
const CONVENTION = /\.(page|api|jobs|tables|test|config)\.tsx?$|^src\/(back-office\/)?(root|routes|entry\.\w+)\.tsx?$/;

/** Words of a name that are ignored in the comparison with the file's name. */
const LITTLE = ["of", "in", "at", "to", "for", "from", "by", "on", "with", "and", "as", "is", "the", "all"];

const wrong = [];
const sources = new Set(await sourceFiles());
for (const file of [...sources, ...(await toolFiles())].toSorted()) {
  const text = await read(file);
  const { program, comments } = parsed(file, text);
  const named = sources.has(file)
    ? [...unlike(file, program), ...misnamedErrors(program), ...ofNoMarkup(file, program)]
    : [];
  for (const complaint of named) wrong.push(`${file}: ${complaint}`);
  for (const { line, words } of namelessComments(text, comments))
    wrong.push(`${file}:${line}: a comment names its subject, and does not begin with "${words.trim()}"`);
}

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

/** Reports a file that is not named after its only exported value. Files with several exported values are not checked. */
function unlike(file, program) {
  const { values, types } = exportsOf(program);
  if (CONVENTION.test(file) || values.length !== 1 || types.length > 2) return [];
  const stem = wordsOf(file.replace(/.*\/|(\.(server|client|wire|email))?\.tsx?$/g, ""));
  const isNamed = [...values, ...types].some((name) => areAlike(wordsOf(name), stem));
  return isNamed ? [] : [`exports ${values[0]}`];
}

function misnamedErrors(program) {
  const found = [];
  walk(program, ({ type, id, superClass, body }) => {
    if (type !== "ClassDeclaration" || !superClass?.name?.endsWith("Error")) return;
    const own = body.body.find(({ key }) => key?.name === "name")?.value?.value;
    if (own !== undefined && !id.name.startsWith(own)) found.push(`the error ${id.name} says that it is ${own}`);
  });
  return found;
}

function ofNoMarkup(file, program) {
  if (!/(?<!\.test)\.tsx$/.test(file)) return [];
  let hasMarkup = false;
  walk(program, ({ type }) => {
    if (type === "JSXElement" || type === "JSXFragment") hasMarkup = true;
  });
  return hasMarkup ? [] : ["has no JSX: it is a .ts"];
}

function exportsOf({ body }) {
  const values = new Set();
  const types = new Set();
  for (const node of body) {
    if (node.type === "ExportDefaultDeclaration") values.add(node.declaration.id?.name ?? node.declaration.name ?? "");
    if (node.type !== "ExportNamedDeclaration") continue;
    const { declaration, specifiers, exportKind } = node;
    const kept = exportKind === "type" || declaration?.type.startsWith("TS") ? types : values;
    for (const one of declaration?.declarations ?? [declaration]) if (one?.id?.name) kept.add(one.id.name);
    for (const { exported } of specifiers) kept.add(exported.name);
  }
  return { values: [...values], types: [...types].filter((name) => !values.has(name)) };
}

/** Splits a name into words in the singular, without LITTLE words unless it has only these; "word" counts as "text". */
function wordsOf(name) {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_.]/)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, "").replace(/^word$/, "text") : word))
    .filter(Boolean);
  const telling = words.filter((word) => !LITTLE.includes(word));
  return telling.length > 0 ? telling : words;
}

function areAlike(one, other) {
  const covers = (words, parts) => parts.length > 0 && parts.every((part) => words.some((word) => isForm(word, part)));
  return covers(one, other) || covers(other, one);
}

/** Whether two words are forms of the same word, such as "supervisor" and "supervise". */
function isForm(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const root = short.slice(0, Math.max(5, short.length - 3));
  return one === other || (short.length >= 4 && long.startsWith(short)) || (short.length >= 5 && long.startsWith(root));
}
