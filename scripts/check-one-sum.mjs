// Checks that the sum of an order is made in one place: only `priceOf` adds up its parts, only `deliveryRule` reads the settings
// of delivery, and only `termsAt` asks for the tax of goods.
import { read, sourceFiles, syntaxOf, walk } from "./sources.mjs";

/** Modules that add such parts up, with what they add. */
const ADDS = new Map([
  ["src/shop/price.ts", "an order"],
  ["src/shop/figures/sums.ts", "rows of the ledger of sales"],
]);
/** Parts of an order by the names of their fields. Two different ones in one addition are a sum of an order. */
const PARTS = new Set(["orderValue", "discount", "deliveryFee", "tax", "fees", "feesTotal", "total"]);

/** The module that reads the settings of delivery, and the names of these settings. */
const READS = "src/shop/delivery-rule.ts";
const SETTINGS = new Set(["deliveryFee", "freeDeliveryFrom"]);
/** Names under which settings are passed on. */
const SOURCES = new Set(["settings", "inForce", "basis", "defaultSettings", "readSettings"]);

/** Modules that import a function by which tax is computed, with the reasons. */
const TAXES = new Map([
  ["src/shop/orders/drafting/terms-at.server.ts", "the terms of a place"],
  ["src/back-office/tax/trial.server.ts", "a trial of rates that are not in force"],
]);
const TAXING = new Set(["quoteTax", "serviceQuote"]);

/** Tests, which compute what they expect. */
const TEST = /\.test\.tsx?$|^src\/testing\//;

/** Name of an identifier or of the property of a member expression, without `?.`, `!` and `as`. */
function nameOf(node) {
  if (node?.type === "Identifier") return node.name;
  if (node?.type === "MemberExpression" && !node.computed) return node.property.name;
  return ["ChainExpression", "TSAsExpression", "TSNonNullExpression"].includes(node?.type)
    ? nameOf(node.expression)
    : null;
}

const isAddition = (node) => node?.type === "BinaryExpression" && ["+", "-"].includes(node.operator);

const operands = (node) => (isAddition(node) ? [...operands(node.left), ...operands(node.right)] : [node]);

/** Nodes that are added: operands of + and -, or elements of an array that `sum` adds up. */
function added(node) {
  if (isAddition(node)) return operands(node);
  const isSum = node.type === "CallExpression" && nameOf(node.callee) === "sum";
  const [list] = isSum ? node.arguments : [];
  return list?.type === "ArrayExpression" ? list.elements : [];
}

const isSumOfOrder = (node) =>
  new Set(
    added(node)
      .map(nameOf)
      .filter((name) => PARTS.has(name)),
  ).size > 1;

/** Whether an expression gives settings: `settings()`, `services.settings()`, `await readSettings(tx)`, `basis`. */
function isSettings(node) {
  if (node?.type === "AwaitExpression") return isSettings(node.argument);
  return SOURCES.has(nameOf(node?.type === "CallExpression" ? node.callee : node));
}

function readsDelivery(node) {
  if (node.type === "MemberExpression") return SETTINGS.has(nameOf(node)) && isSettings(node.object);
  if (node.type !== "VariableDeclarator" || node.id.type !== "ObjectPattern" || !isSettings(node.init)) return false;
  return node.id.properties.some(({ key }) => SETTINGS.has(nameOf(key)));
}

const importsTaxing = (node) => node.type === "ImportSpecifier" && TAXING.has(nameOf(node.imported));

const wrong = [];
const used = new Set();
for (const file of (await sourceFiles()).filter((name) => !TEST.test(name)).toSorted()) {
  const text = await read(file);
  const found = (what, { start }) => wrong.push(`${file}:${text.slice(0, start).split("\n").length}: ${what}`);
  walk(syntaxOf(file, text), (node) => {
    if (!ADDS.has(file) && isSumOfOrder(node))
      found("adds up the parts of an order; ask priceOf or orderTotal of shop/price.ts", node);
    if (file !== READS && readsDelivery(node))
      found(
        "reads a setting of delivery; ask termsAt, openTerms or deliveryEverywhere for the terms of the place",
        node,
      );
    if (importsTaxing(node) && (!TAXES.has(file) || !used.add(file)))
      found("computes tax; ask priceOf, under the terms of termsAt, for the sum and its taxes", node);
  });
}
for (const file of [...TAXES.keys()].filter((name) => !used.has(name)))
  wrong.push(`${file}: computes no tax any more; take it out of scripts/check-one-sum.mjs`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
