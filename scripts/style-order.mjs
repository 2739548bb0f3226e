// Checks that two style sheets of a page have the same effect as the whole list in its order: every rule of the second sheet applies after
// all rules of the first, even where the list has the two in the other order (docs/decisions/0001).
import { walk } from "./sources.mjs";
import { SHEET_PAGES, sheetList } from "./page-sheets.mjs";

const IMPORT = /^@import "\.\/([^"]+)"(?: layer\((\w+)\))?;/gm;
const GROUP = /:(is|where|not|has|nth-[\w-]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/**
 * Pairs of rules whose precedence differs between a page's two sheets and the whole list. Only rules of one layer and equal specificity can differ, which
 * set the same property of an element that may match both.
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
 * Classes that stand together on one element, by class, as the sources say: written in one expression, or passed to a component that adds its
 * own classes.
 *
 * @param {{ file: string, syntax: object }[]} sources
 */
export function classesTogether(sources) {
  const together = new Map();
  const join = (words, others) => {
    for (const word of words) together.set(word, new Set([...(together.get(word) ?? []), ...others]));
  };
  /** Own classes of the components of a file that also take a class from outside, by file. */
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

/** Whether two properties overlap: the shorthand `margin` sets `margin-top`, too. */
const isSame = (one, other) => one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);

/**
 * Whether two rules may style one element: some element has the classes of both selectors, or stands inside one that has, where the selectors
 * name only the element around.
 */
function mayMeet(one, other, together) {
  if (one.pseudo !== other.pseudo || one.isInside !== other.isInside || (one.tag && other.tag && one.tag !== other.tag))
    return false;
  const isWith = (a, b) => a === b || together.get(a)?.has(b) || together.get(b)?.has(a);
  return one.classes.every((a) => other.classes.every((b) => isWith(a, b)));
}

/** The rules of a sheet: each selector with its specificity, the tag and classes of the styled element, and the properties that it sets. */
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

/** `a, b:is(c, d)` → `a` and `b:is(c, d)`. */
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

/** Specificity of a selector: number of ids, of classes, attributes and states, and of tags and pseudo-elements. */
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

/** Tag and classes of the element that a selector styles; without a class of its own, the classes of the nearest element around it. */
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

/** A list of classes, some of which are there at times only. */
const isChoice = ({ type, elements }) =>
  type === "ArrayExpression" &&
  elements.some((each) => each?.type === "Literal") &&
  elements.some((each) => each && each.type !== "Literal");

/** The words of all texts below a node. */
function wordsIn(node) {
  const words = [];
  walk(node, (each) => {
    if (each.type === "Literal" && typeof each.value === "string") words.push(...each.value.split(/\s+/));
    if (each.type === "TemplateLiteral") for (const { value } of each.quasis) words.push(...value.raw.split(/\s+/));
  });
  return words.filter(Boolean);
}

/** Whether an expression has a class in it that comes from elsewhere. */
function namesClass(node) {
  let isNamed = false;
  walk(node, (each) => (isNamed ||= each.type === "Identifier" && each.name === "className"));
  return isNamed;
}
