// Checks the rules of the style sheets (docs/decisions/0001): size, imports, tokens, layers, siblings, use and order.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { syntaxOf, walk } from "./sources.mjs";
import { classesTogether, orderFaults } from "./style-order.mjs";

const MOST_LINES = 300;
/**
 * Whether a class is that of a state, such as `is-open`: an element has it beside its own class, and several sheets may use it.
 */
const isState = (name) => /^(is|has)-/.test(name) || name === "no-picture";
/** Classes that a third-party script sets on elements of the shop. */
const FOREIGN = new Set(["StripeElement--focus"]);
/** Sheet that selects elements without classes, because it styles Markdown texts of members. */
const CLASSLESS = "src/ui/prose.css";
/** Lengths of the spacing scale; declarations must use the tokens for them. */
const STEPS = new Set(["4px", "8px", "12px", "16px", "20px", "24px", "28px", "32px", "40px", "48px", "56px", "64px"]);
const COLOR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|lab|lch|oklab|oklch)\(|(?:^|[\s,(])(?:white|black|red|gray|grey)(?=$|[\s,)])/i;

const wrong = [];
const names = (await readdir("src", { recursive: true })).toSorted().map((name) => join("src", name));
const texts = async (files) => Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")]));
const allSheets = (await texts(names.filter((name) => name.endsWith(".css")))).map(([file, text]) =>
  sheetOf(file, text),
);
const allSources = await texts(
  names.filter((name) => /(?<!\.test|\.email)\.tsx?$/.test(name) && name !== "src/shop/letter.tsx"),
);

/** The two checked parts, shop and back office, each with its own list of sheets and tokens; no page uses both. */
const houses = [
  {
    has: (file) => !file.startsWith("src/back-office/"),
    list: "src/styles.css",
    theme: "src/theme.css",
    breakpoints: "src/breakpoints.css",
    unlisted: [
      "src/reset.css",
      "src/faces.css",
      "src/fallback-figures.css",
      "src/server/docs/reference.css",
      "src/shop/orders/status/order-print.css",
    ],
    components: "src/ui/",
    layerOf: (file) => (file.startsWith("src/ui/") ? "ui" : file.startsWith("src/shell/") ? "shell" : "rooms"),
  },
  {
    has: (file) => file.startsWith("src/back-office/"),
    list: "src/back-office/styles.css",
    theme: "src/back-office/ui/theme.css",
    breakpoints: "src/back-office/ui/theme.css",
    unlisted: ["src/back-office/ui/reset.css"],
    components: "src/back-office/ui/",
    layerOf: (file) => (file.startsWith("src/back-office/ui/") ? "ui" : "screens"),
  },
];

let house, sheets, sources, ownerOf;
for (house of houses) {
  sheets = allSheets.filter(({ file }) => house.has(file));
  sources = allSources.filter(([file]) => house.has(file));
  ownerOf = owners();
  sizes();
  imports();
  declarations();
  layers();
  siblings();
  wholePages();
  usage();
}

const [shop] = houses;
const shopTexts = allSheets.filter(({ file }) => shop.has(file)).map(({ file, text }) => [relative("src", file), text]);
const shopSources = allSources
  .filter(([file]) => shop.has(file))
  .map(([file, text]) => ({ file, syntax: syntaxOf(file, text) }));
const list = allSheets.find(({ file }) => file === shop.list).text;
wrong.push(...orderFaults(list, new Map(shopTexts), classesTogether(shopSources)));

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

/** Parses a style sheet into its selectors, declarations and conditions. */
function sheetOf(file, text) {
  const sheet = { file, text, selectors: [], declarations: [], conditions: [] };
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, '""');
  const open = [];
  let from = 0;
  for (const { 0: mark, index } of bare.matchAll(/[{};]/g)) {
    const piece = bare.slice(from, index).trim();
    from = index + 1;
    if (mark === "{") {
      open.push(piece);
      if (piece.startsWith("@")) sheet.conditions.push(piece);
      else if (!open.some((outer) => outer.startsWith("@keyframes"))) sheet.selectors.push(...listed(piece));
    } else if (piece.startsWith("@")) sheet.conditions.push(piece);
    else if (piece !== "") sheet.declarations.push(piece.replaceAll(/\s+/g, " "));
    if (mark === "}") open.pop();
  }
  return sheet;
}

/** Splits a list of selectors at its outer commas: `a, b:is(c, d)` becomes `a` and `b:is(c, d)`. */
function listed(selectors) {
  const parts = [];
  let depth = 0;
  let part = "";
  for (const letter of selectors) {
    if ("([".includes(letter)) depth++;
    if (")]".includes(letter)) depth--;
    if (letter === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += letter;
  }
  return [...parts, part.trim()];
}

function classesIn(selector) {
  return [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name);
}

/** Classes in the last compound of a selector (the styled element), without those inside `:is()`, `:not()` and similar. */
function styledBy(selector) {
  return classesIn(
    bare(selector)
      .split(/[\s>+~]+/)
      .at(-1),
  ).filter((name) => !isState(name));
}

/** The selector without `:is()`, `:not()` and similar. */
function bare(selector) {
  let left = selector;
  for (let before = ""; before !== left;) {
    before = left;
    left = left.replace(/:(?:is|not|has|where|nth-[\w-]+)\([^()]*\)/g, "");
  }
  return left;
}

/** Returns the file that styles each class; reports classes that more than one file styles. */
function owners() {
  const owner = new Map();
  for (const { file, selectors } of sheets)
    for (const selector of selectors)
      for (const name of styledBy(selector)) {
        const other = owner.get(name) ?? file;
        if (other !== file) wrong.push(`${file}: .${name} is styled in ${other} (${selector})`);
        owner.set(name, other);
      }
  return owner;
}

function sizes() {
  for (const { file, text } of sheets) {
    const lines = text.split("\n").length;
    if (lines > MOST_LINES) wrong.push(`${file}: ${lines} lines, more than ${MOST_LINES}`);
  }
}

/** Reports sheets that are not on the list exactly once, in the layer of their folder. */
function imports() {
  const { list, theme, breakpoints, unlisted, layerOf } = house;
  const { text } = sheets.find(({ file }) => file === list);
  for (const { file } of sheets) {
    if ([list, theme, breakpoints, ...unlisted].includes(file)) continue;
    const line = `@import "./${relative(dirname(list), file)}" layer(${layerOf(file)});`;
    if (text.split(line).length !== 2) wrong.push(`${list}: ${line} is to stand there once`);
  }
}

/** Whether a declaration, a style of a component or its script sets a custom property. */
function isSet(name, all) {
  return new RegExp(`${name}["'\`]?\\]?\\s*[:,]`).test(all);
}

/** Reports properties that nothing sets, colors and breakpoints outside of the theme, lengths that have a spacing token, and unused tokens. */
function declarations() {
  const all = [...sheets.flatMap((sheet) => sheet.declarations), ...sources.map(([, text]) => text)].join("\n");
  const conditions = sheets.flatMap((sheet) => sheet.conditions).join("\n");
  for (const sheet of sheets) {
    const isTheme = sheet.file === house.theme;
    // A declaration with a property that nothing sets is dropped by the browser, without a word.
    for (const [, name] of sheet.declarations.join("\n").matchAll(/var\(\s*(--[\w-]+)\s*\)/g))
      if (!isSet(name, all)) wrong.push(`${sheet.file}: nothing sets ${name}`);
    for (const condition of sheet.conditions) {
      if (sheet.file !== house.breakpoints && /\bwidth\b/.test(condition))
        wrong.push(`${sheet.file}: a breakpoint without a name: ${condition}`);
      for (const [, name] of condition.startsWith("@media") ? condition.matchAll(/\((--[\w-]+)\)/g) : [])
        if (!conditions.includes(`@custom-media ${name} `))
          wrong.push(`${sheet.file}: ${name} is no breakpoint of ${house.breakpoints}`);
      const [, media] = /^@custom-media (--[\w-]+)/.exec(condition) ?? [];
      if (media && !conditions.includes(`(${media})`)) wrong.push(`${sheet.file}: ${media} is not used`);
    }
    for (const declaration of sheet.declarations) {
      const [property, value = ""] = declaration.split(/: ?(.*)/s);
      if (isTheme && property.startsWith("--") && !all.includes(`var(${property}`))
        wrong.push(`${sheet.file}: ${property} is not used`);
      // Its width changes when the font arrives, and moves what stands below.
      if (house.theme === "src/theme.css" && /\dch\b/.test(value))
        wrong.push(`${sheet.file}: a length in ch, not em: ${declaration}`);
      if (!isTheme && COLOR.test(value)) wrong.push(`${sheet.file}: a color outside the theme: ${declaration}`);
      if (
        /^(?:margin|padding|gap|row-gap|column-gap)/.test(property) &&
        value.split(" ").some((part) => STEPS.has(part))
      )
        wrong.push(`${sheet.file}: space that has a token: ${declaration}`);
    }
  }
}

/** Reports sheets of components (`house.components`) that select a class which a sheet outside of their folder styles. */
function layers() {
  for (const { file, selectors } of sheets) {
    if (!file.startsWith(house.components)) continue;
    for (const selector of selectors)
      for (const name of classesIn(selector))
        if (!isState(name) && !(ownerOf.get(name) ?? house.components).startsWith(house.components))
          wrong.push(`${file}: ${selector} knows .${name} of ${ownerOf.get(name)}`);
  }
}

/**
 * Reports sibling selectors of the shop without a class or an id after `+` or `~`: with these the browser restyles every possibly
 * matching element of the page whenever an element is inserted or removed.
 */
function siblings() {
  if (house !== houses[0]) return;
  for (const { file, selectors } of sheets)
    for (const selector of file === CLASSLESS ? [] : selectors)
      if (/[+~]\s*(?!\d)[^\s>+~.#]+(?=$|[\s>+~,])/.test(selector))
        wrong.push(`${file}: ${selector} names no class of the sibling`);
}

/**
 * Reports rules of the shop for a part of a page that depend on `:has()` of the whole page: with them the browser restyles most of
 * the page whenever a state that any `:has()` asks for changes in it, such as the focus.
 */
function wholePages() {
  if (house !== houses[0]) return;
  for (const { file, selectors } of sheets)
    for (const selector of selectors)
      if (/^(?:main|body|html|:root)[^\s>+~(]*:has\(/.test(selector) && /[\s>+~]/.test(bare(selector)))
        wrong.push(`${file}: ${selector} restyles a page; give its <main> a class`);
}

/** Reports classes without a rule and classes without an element. */
function usage() {
  const words = new Set();
  const prefixes = new Set();
  const asked = new Map();
  for (const [file, text] of sources) {
    walk(syntaxOf(file, text), (node) => {
      for (const literal of literalsOf(node)) for (const word of literal.split(/[^\w-]+/)) words.add(word);
      if (node.type === "TemplateLiteral")
        for (const { value } of node.quasis) {
          const [, prefix] = /([\w-]+--)$/.exec(value.raw) ?? [];
          if (prefix) prefixes.add(prefix);
        }
      if (node.type === "ObjectExpression")
        for (const { key, shorthand } of node.properties)
          if (key?.type === "Identifier" && !shorthand) words.add(key.name);
      if (node.type === "JSXAttribute" && /^(?:className|row)$/.test(node.name.name) && node.value)
        for (const literal of chosen(node.value))
          for (const word of literal.split(/\s+/)) if (word) asked.set(word, file);
    });
  }
  const known = new Set(sheets.flatMap(({ selectors }) => selectors.flatMap(classesIn)));
  const isBuilt = (name) =>
    [...prefixes].some((prefix) => name.startsWith(prefix) && words.has(name.slice(prefix.length)));
  for (const name of known)
    if (!words.has(name) && !isBuilt(name) && !FOREIGN.has(name))
      wrong.push(`no element has the class ${name} (${ownerOf.get(name)})`);
  for (const [name, file] of asked) if (!known.has(name)) wrong.push(`${file}: the class ${name} has no rule`);
}

function literalsOf(node) {
  if (isText(node)) return [node.value];
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw);
  return [];
}

/** Returns the values that a class expression can have, as far as they are literals. */
function chosen(node) {
  if (isText(node)) return [node.value];
  if (node.type === "JSXExpressionContainer") return chosen(node.expression);
  if (node.type === "ParenthesizedExpression") return chosen(node.expression);
  if (node.type === "ConditionalExpression") return [...chosen(node.consequent), ...chosen(node.alternate)];
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw.replace(/[\w-]+--$/, ""));
  return [];
}

function isText(node) {
  return node.type === "Literal" && typeof node.value === "string";
}
