// Specializes a module for what is known of the program it is built into (docs/decisions/0015): a known value takes the place of what
// would be asked for at runtime, so that the minifier drops the branches behind it.
import { parseAst } from "vite";

/**
 * What is known of a module:
 * - `names`: identifiers that have a known value wherever they are read,
 * - `members`: the same for properties as they are written, such as `init.window`,
 * - `calls`: functions with a known result and no effect that counts,
 * - `tags`: numbers that no `.tag` ever is,
 * - `cases`: tests that never come up in a `switch`,
 * - `values`: functions that no object literal needs to offer,
 * - `statements`: ones that need not run,
 * - `asserts`: functions whose first argument is enough.
 *
 * @typedef {{ names?: Record<string, string>, members?: Record<string, string>, calls?: Record<string, string>, tags?: number[],
 *   cases?: string[], values?: string[], statements?: RegExp[], asserts?: string[] }} Facts
 */

/**
 * A module's code with the known values in their places. Throws when a fact is not met in it, because it is then not the module that
 * the facts were written for.
 *
 * @param {string} code
 * @param {Facts} facts
 * @returns {string}
 */
export function specialize(code, facts) {
  const work = workOn(code, facts);
  work.visit(parseAst(code), null, new Set());
  const { names, members, calls, tags, cases, values, statements, asserts } = work.facts;
  const named = [names, members, calls].flatMap((record) => Object.keys(record));
  const unmet = [...named, ...tags, ...cases, ...values, ...statements, ...asserts].filter(
    (fact) => !work.met.has(fact),
  );
  if (unmet.length > 0) throw new Error(`The module does not have ${unmet.join(", ")}.`);
  return edited(code, work.edits);
}

const NO_FACTS = { names: {}, members: {}, calls: {}, tags: [], cases: [], values: [], statements: [], asserts: [] };

/** The edits of a module so far, the facts that were met in it, and the walk over its nodes. */
function workOn(code, facts) {
  /** @type {[start: number, end: number, text: string][]} */
  const edits = [];
  const met = new Set();
  const work = {
    facts: { ...NO_FACTS, ...facts },
    edits,
    met,
    textOf: ({ start, end }) => code.slice(start, end),
    isNoTag: (node) => node.type === "Literal" && work.facts.tags.includes(node.value),
    replace(node, fact, text) {
      met.add(fact);
      edits.push([node.start, node.end, text]);
      return true;
    },
    visit(node, parent, variables) {
      if (Array.isArray(node)) for (const each of node) work.visit(each, parent, variables);
      else if (typeof node?.type === "string" && !visitors[node.type]?.(node, parent, variables))
        for (const key of Object.keys(node)) work.visit(node[key], node, variables);
    },
  };
  /** Take over a node of their type where they return true. `variables` gathers what left out code declares for its function. */
  const visitors = { ...expressionVisitors(work), ...statementVisitors(work) };
  return work;
}

const isKnown = (record, name) => Object.hasOwn(record, name);
const isTag = (node) => (node.type === "MemberExpression" ? node.property.name : node.name) === "tag";

function expressionVisitors({
  facts: { names, members, calls, values, asserts },
  edits,
  met,
  textOf,
  isNoTag,
  replace,
  visit,
}) {
  return {
    BinaryExpression(node) {
      const { left, right, operator } = node;
      const tag = isTag(left) && isNoTag(right) ? right : isTag(right) && isNoTag(left) ? left : undefined;
      if (tag === undefined || !/^[!=]==$/.test(operator)) return false;
      return replace(node, tag.value, String(operator === "!=="));
    },
    CallExpression(node, parent, variables) {
      const { name } = node.callee;
      if (isKnown(calls, name)) return replace(node, name, `(${calls[name]})`);
      if (!asserts.includes(name)) return false;
      const [condition] = node.arguments;
      met.add(name);
      edits.push([condition.end, node.end - 1, ""]);
      visit(condition, node, variables);
      return true;
    },
    MemberExpression(node, parent) {
      const text = textOf(node);
      return isKnown(members, text) && isRead(node, parent) && replace(node, text, `(${members[text]})`);
    },
    Identifier({ name, ...place }, parent) {
      return isKnown(names, name) && isRead({ name, ...place }, parent) && replace(place, name, `(${names[name]})`);
    },
    ObjectExpression({ properties }, parent, variables) {
      for (const [i, each] of properties.entries())
        if (values.includes(each.value?.name)) {
          met.add(each.value.name);
          edits.push([each.start, properties[i + 1]?.start ?? each.end, ""]);
        } else visit(each, parent, variables);
      return true;
    },
  };
}

function statementVisitors({ facts: { cases, statements }, edits, met, textOf, isNoTag, replace, visit }) {
  const leftOut = (node) => {
    const rule = statements.find((each) => each.test(textOf(node)));
    return rule !== undefined && replace(node, rule, ";");
  };
  const factOf = (test, isOfTags) => {
    if (test === null) return undefined;
    if (isOfTags && isNoTag(test)) return test.value;
    return cases.find((each) => each === textOf(test));
  };
  const declaring = (node) => {
    const variables = new Set();
    visit(node.params, node, variables);
    visit(node.body, node, variables);
    const start = node.body.start + 1;
    if (variables.size > 0) edits.push([start, start, `var ${[...variables].join(",")};`]);
    return true;
  };
  return {
    ExpressionStatement: leftOut,
    IfStatement: leftOut,
    FunctionDeclaration: declaring,
    FunctionExpression: declaring,
    ArrowFunctionExpression: declaring,
    SwitchStatement(node, parent, variables) {
      visit(node.discriminant, node, variables);
      let isReached = false;
      for (const each of node.cases) {
        const fact = factOf(each.test, isTag(node.discriminant));
        if (fact === undefined) isReached = true;
        else met.add(fact);
        if (!isReached) {
          gatherDeclared(each.consequent, variables);
          edits.push([each.start, each.end, ""]);
          continue;
        }
        // What a case above falls into stays, without its label.
        if (fact !== undefined) edits.push([each.start, each.consequent[0]?.start ?? each.end, " "]);
        visit(each.consequent, each, variables);
        if (each.consequent.length > 0) isReached = !isLeaving(each.consequent.at(-1));
      }
      return true;
    },
  };
}

function edited(code, edits) {
  let text = "";
  let at = 0;
  for (const [start, end, put] of edits.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (start < at) throw new Error(`Two facts are for one place: ${code.slice(start, end)}`);
    text += code.slice(at, start) + put;
    at = end;
  }
  return text + code.slice(at);
}

/** Whether what follows a statement is never reached from it. */
const isLeaving = (statement) =>
  /^(?:Break|Return|Throw|Continue)Statement$/.test(statement.type) ||
  (statement.type === "BlockStatement" && statement.body.length > 0 && isLeaving(statement.body.at(-1)));

/** Gathers what code declares for the whole function around it, because other places of that function may use it. */
function gatherDeclared(node, variables) {
  if (Array.isArray(node)) for (const each of node) gatherDeclared(each, variables);
  if (typeof node?.type !== "string" || /Function/.test(node.type)) return;
  if (node.type === "VariableDeclaration" && node.kind === "var")
    for (const { id } of node.declarations) variables.add(id.name);
  for (const key of Object.keys(node)) gatherDeclared(node[key], variables);
}

/** Whether an expression is read where it stands, and not declared, assigned to, or the name of something. */
function isRead({ start }, parent) {
  const is = (node) => node?.start === start;
  switch (parent.type) {
    case "VariableDeclarator":
      return is(parent.init);
    case "AssignmentExpression":
    case "AssignmentPattern":
      return is(parent.right);
    case "MemberExpression":
      return is(parent.object) || parent.computed;
    case "Property":
      return !parent.shorthand && is(parent.value);
    case "MethodDefinition":
    case "PropertyDefinition":
      return is(parent.value);
    case "UnaryExpression":
      return parent.operator === "!";
    case "ArrowFunctionExpression":
      return is(parent.body);
    case "UpdateExpression":
    case "ArrayPattern":
    case "RestElement":
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ImportSpecifier":
    case "ExportSpecifier":
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return false;
    default:
      return true;
  }
}
