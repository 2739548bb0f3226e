// Checks that the two style sheets of a page together have the effect of the whole list in its order. They could differ, because
// all rules of the second sheet apply after those of the first, also where the list has the reverse order (docs/decisions/0001).
import { walk } from "./sources.mjs";
import { SHEET_PAGES, sheetList } from "./page-sheets.mjs";

const IMPORT = /^@import "\.\/([^"]+)"(?: layer\((\w+)\))?;/gm;
const GROUP = /:(is|where|not|has|nth-[\w-]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/**
 * Reports pairs of rules whose precedence differs between a page's two sheets and the whole list: rules of one layer with equal
 * specificity that set the same property and may match the same element.
 *
 * @param {string} list The list of all sheets.
 * @param {Map<string, string>} texts The text of each by its path in the list.
 * @param {Map<string, Set<string>>} together By class: the other classes that may be on the same element.
 * @returns {string[]}
 */
export function orderFaults(list, texts, together) {
  const sheets = importsOf(list).map((sheet, place) => ({
    ...sheet,
    place,
    rules: rulesOf(texts.get(sheet.file) ?? ""),
  }));
  const faults = new Set();
  for (const page of SHEET_PAGES) {
    const first = new Set(importsOf(sheetList(list, page, "first")).map(({ file }) => file));
    const later = sheets.filter(({ file }) => !first.has(file));
    for (const before of later)
      for (const after of sheets)
        if (first.has(after.file) && after.place > before.place && after.layer === before.layer)
          for (const fault of clashes(before, after, together)) faults.add(fault);
  }
  return [...faults];
}

/**
 * Maps each class to the other classes that may be on the same element, according to the sources: classes of one expression, or a
 * class passed to a component that adds its own classes.
 *
 * @param {{ file: string, syntax: object }[]} sources
 */
export function classesTogether(sources) {
  const together = new Map();
  const join = (words, others) => {
    for (const word of words) together.set(word, new Set([...(together.get(word) ?? []), ...others]));
  };
  /** For each file, the classes that its components set beside a class passed as a prop. */
  const added = new Map();
  const fileOf = new Map(sources.flatMap(({ file, syntax }) => componentsIn(syntax).map((name) => [name, file])));
  const given = [];
  for (const { file, syntax } of sources)
    walk(syntax, (node) => {
      const isClasses = node.type === "JSXAttribute" && /^(?:className|row|face|view|veil)$/.test(node.name.name);
      if (!isClasses && !isChoice(node)) return;
      const words = wordsIn(node);
      join(words, words);
      if (namesClass(node)) added.set(file, new Set([...(added.get(file) ?? []), ...words]));
    });
  for (const { syntax } of sources)
    walk(syntax, (node) => {
      if (node.type !== "JSXOpeningElement" || !/^[A-Z]/.test(node.name.name ?? "")) return;
      const words = node.attributes.filter(({ name }) => name?.name === "className").flatMap((each) => wordsIn(each));
      given.push({ words, file: fileOf.get(node.name.name) });
    });
  for (const { words, file } of given) {
    const others = added.get(file) ?? new Set();
    join(words, others);
    join(others, words);
  }
  return together;
}

const importsOf = (list) => [...list.matchAll(IMPORT)].map(([, file, layer = ""]) => ({ file, layer }));

function* clashes(before, after, together) {
  for (const one of before.rules)
    for (const other of after.rules) {
      const property = one.properties.find((name) => other.properties.some((its) => isSame(name, its)));
      if (property && one.weight === other.weight && mayMeet(one, other, together))
        yield `${before.file}: ${one.selector} and ${other.selector} of ${after.file} both set ${property}: a page that has the former in its second sheet lets it win`;
    }
}

/** Whether two properties overlap, such as the shorthand `margin` and `margin-top`. */
const isSame = (one, other) => one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);

/**
 * Whether two rules may style the same element: an element can have the classes of both selectors. For selectors that end without
 * a class, such as `.card a`, the classes are those of the nearest ancestor in the selector.
 */
function mayMeet(one, other, together) {
  if (one.pseudo !== other.pseudo || one.isInside !== other.isInside || (one.tag && other.tag && one.tag !== other.tag))
    return false;
  const isWith = (a, b) => a === b || together.get(a)?.has(b) || together.get(b)?.has(a);
  return one.classes.every((a) => other.classes.every((b) => isWith(a, b)));
}

/** Parses a sheet into rules: selector, specificity, tag and classes of the styled element, and the properties it sets. */
export function rulesOf(text) {
  const bare = text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/"[^"]*"/g, '""');
  const rules = [];
  const open = [];
  let from = 0;
  for (const { 0: mark, index } of bare.matchAll(/[{};]/g)) {
    const piece = bare.slice(from, index).trim();
    from = index + 1;
    if (mark === "{") open.push({ head: piece, properties: [] });
    else if (piece !== "" && !piece.startsWith("@")) open.at(-1)?.properties.push(piece.split(":")[0].trim());
    if (mark !== "}") continue;
    const { head, properties } = open.pop();
    if (head.startsWith("@") || open.some((outer) => outer.head.startsWith("@keyframes"))) continue;
    for (const selector of eachOf(head))
      rules.push({ selector, properties, weight: weightOf(selector).join(), ...subjectOf(selector) });
  }
  return rules;
}

/** Splits a list of selectors at its outer commas: `a, b:is(c, d)` becomes `a` and `b:is(c, d)`. */
function eachOf(selectors) {
  const each = [""];
  let depth = 0;
  for (const letter of selectors) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) each.push("");
    else each[each.length - 1] += letter;
  }
  return each.map((one) => one.trim());
}

/** Specificity of a selector: the numbers of ids; of classes, attributes and pseudo-classes; and of tags and pseudo-elements. */
function weightOf(selector) {
  const weight = [0, 0, 0];
  const add = (more) => more.forEach((value, place) => (weight[place] += value));
  const plain = selector.replaceAll(GROUP, (_, kind, inner) => {
    if (kind.startsWith("nth")) add([0, 1, 0]);
    else if (kind !== "where") add(eachOf(inner).map(weightOf).toSorted(heaviest)[0]);
    return "";
  });
  const rest = plain.replaceAll(/\[[^\]]*\]/g, () => (add([0, 1, 0]), ""));
  add([0, 0, rest.match(/::[\w-]+/g)?.length ?? 0]);
  const bare = rest.replaceAll(/::[\w-]+/g, "");
  add([
    bare.match(/#[\w-]+/g)?.length ?? 0,
    bare.match(/[.:][\w-]+/g)?.length ?? 0,
    bare.match(/(?:^|[\s>+~])[a-z][\w-]*/gi)?.length ?? 0,
  ]);
  return weight;
}

const heaviest = (a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2];

/**
 * Tag and classes of the element that a selector styles; if the element has no class there, the classes of the nearest ancestor.
 */
function subjectOf(selector) {
  const parts = selector
    .replaceAll(GROUP, "")
    .replaceAll(/\[[^\]]*\]/g, "")
    .trim()
    .split(/\s*[\s>+~]\s*/);
  const last = parts.at(-1) ?? "";
  const named = parts.findLast((part) => part.includes("."))?.matchAll(/\.([\w-]+)/g) ?? [];
  return {
    classes: Array.from(named, ([, name]) => name),
    isInside: !last.includes("."),
    tag: /^[a-z][\w-]*/i.exec(last)?.[0] ?? "",
    pseudo: /::[\w-]+/.exec(last)?.[0] ?? "",
  };
}

/** The names of the components that a file declares. */
function componentsIn(syntax) {
  const names = [];
  walk(syntax, (node) => {
    const isOne = node.type === "FunctionDeclaration" || node.type === "VariableDeclarator";
    if (isOne && /^[A-Z]/.test(node.id?.name ?? "")) names.push(node.id.name);
  });
  return names;
}

/** Whether an expression is an array of class names, some of them conditional. */
const isChoice = ({ type, elements }) =>
  type === "ArrayExpression" &&
  elements.some((each) => each?.type === "Literal") &&
  elements.some((each) => each && each.type !== "Literal");

/** Returns the words of all string and template literals below a node. */
function wordsIn(node) {
  const words = [];
  walk(node, (each) => {
    if (each.type === "Literal" && typeof each.value === "string") words.push(...each.value.split(/\s+/));
    if (each.type === "TemplateLiteral") for (const { value } of each.quasis) words.push(...value.raw.split(/\s+/));
  });
  return words.filter(Boolean);
}

/** Whether an expression contains the prop `className`. */
function namesClass(node) {
  let isNamed = false;
  walk(node, (each) => (isNamed ||= each.type === "Identifier" && each.name === "className"));
  return isNamed;
}
