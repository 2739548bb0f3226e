// Checks names: the `name` of an error class is that of the class, a module without JSX is a `.ts` file, durations are named, a
// table by open names has no prototype, a word of the glossary has one meaning, and a comment begins with its subject.
import { namelessComments } from "./comments.mjs";
import { secondMeanings } from "./one-meaning.mjs";
import { parsed, read, sourceFiles, toolFiles, walk } from "./sources.mjs";

const DURATIONS = "src/platform/durations.ts";
const NAMED_DURATIONS = new Map([
  [86_400_000, "DAY"],
  [3_600_000, "HOUR"],
]);

const wrong = [];
const sources = new Set(await sourceFiles());
for (const file of [...sources, ...(await toolFiles())].toSorted()) {
  const text = await read(file);
  const { program, comments } = parsed(file, text);
  const named = sources.has(file)
    ? [
        ...misnamedErrors(program),
        ...ofNoMarkup(file, program),
        ...unnamedDurations(file, program),
        ...openTables(file, text, program),
        ...secondMeanings(file, { program, comments }),
      ]
    : [];
  for (const complaint of named) wrong.push(`${file}: ${complaint}`);
  for (const { line, words } of namelessComments(text, comments))
    wrong.push(`${file}:${line}: a comment names its subject, and does not begin with "${words.trim()}"`);
}

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

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

function unnamedDurations(file, program) {
  const found = [];
  walk(program, ({ type, value }) => {
    const name = type === "Literal" && file !== DURATIONS ? NAMED_DURATIONS.get(value) : undefined;
    if (name) found.push(`${value} is ${name} of ${DURATIONS}`);
  });
  return found;
}

/** Reports tables whose type has any name as key, and that inherit values such as that of "constructor". */
function openTables(file, text, { body }) {
  if (/\.test\.|^src\/(ui|testing)\//.test(file)) return [];
  return body
    .flatMap((node) => (node.declaration ?? node).declarations ?? [])
    .filter(({ id, init }) => init?.type === "ObjectExpression" && id.typeAnnotation)
    .filter(({ id }) =>
      /^: (Readonly<)?Record<string,/.test(text.slice(id.typeAnnotation.start, id.typeAnnotation.end)),
    )
    .map(({ id }) => `${id.name} takes any name as key: make it with byName() of src/platform/by-name.ts`);
}
