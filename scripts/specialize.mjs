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
 * - `initials`: variables that may begin with another value,
 * - `statements`: ones that need not run,
 * - `asserts`: functions whose first argument is enough.
 *
 * @typedef {{ names?: Record<string, string>, members?: Record<string, string>, calls?: Record<string, string>, tags?: number[],
 *   cases?: string[], values?: string[], initials?: Record<string, string>, statements?: RegExp[], asserts?: string[] }} Facts
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
  const module = new Specialization(code, facts);
  module.visit(parseAst(code), null, new Set());
  const unmet = module.unmet();
  if (unmet.length > 0) throw new Error(`The module does not have ${unmet.join(", ")}.`);
  return edited(code, module.edits);
}

/**
 * The edits that put facts into a module. The methods that are named like a kind of node take it over where they return true;
 * `variables` gathers what left out code declares for the function around it.
 */
class Specialization {
  /** @type {[start: number, end: number, text: string][]} */
  edits = [];
  met = new Set();

  constructor(code, facts) {
    this.code = code;
    this.facts = {
      names: {},
      members: {},
      calls: {},
      tags: [],
      cases: [],
      values: [],
      initials: {},
      statements: [],
      asserts: [],
      ...facts,
    };
  }

  unmet() {
    const { names, members, calls, initials, ...lists } = this.facts;
    const named = [names, members, calls, initials].flatMap((record) => Object.keys(record));
    return [...named, ...Object.values(lists).flat()].filter((fact) => !this.met.has(fact));
  }

  visit(node, parent, variables) {
    if (Array.isArray(node)) for (const each of node) this.visit(each, parent, variables);
    else if (typeof node?.type === "string" && !this[node.type]?.(node, parent, variables))
      for (const key of Object.keys(node)) this.visit(node[key], node, variables);
  }

  ExpressionStatement(node) {
    const rule = this.facts.statements.find((each) => each.test(this.textOf(node)));
    return rule !== undefined && this.replace(node, rule, ";");
  }

  IfStatement(node) {
    return this.ExpressionStatement(node);
  }

  BinaryExpression(node) {
    const { left, right, operator } = node;
    const tag = isTag(left) && this.isNoTag(right) ? right : isTag(right) && this.isNoTag(left) ? left : undefined;
    if (tag === undefined || !/^[!=]==$/.test(operator)) return false;
    return this.replace(node, tag.value, String(operator === "!=="));
  }

  CallExpression(node, parent, variables) {
    const { name } = node.callee;
    const { calls, asserts } = this.facts;
    if (Object.hasOwn(calls, name)) return this.replace(node, name, `(${calls[name]})`);
    if (!asserts.includes(name)) return false;
    const [condition] = node.arguments;
    this.met.add(name);
    this.edits.push([condition.end, node.end - 1, ""]);
    this.visit(condition, node, variables);
    return true;
  }

  MemberExpression(node, parent) {
    const { members } = this.facts;
    const text = this.textOf(node);
    return Object.hasOwn(members, text) && isRead(node, parent) && this.replace(node, text, `(${members[text]})`);
  }

  VariableDeclarator({ id, init }) {
    const { initials } = this.facts;
    return Object.hasOwn(initials, id.name) && this.replace(init, id.name, initials[id.name]);
  }

  Identifier(node, parent) {
    const { names } = this.facts;
    const { name } = node;
    return Object.hasOwn(names, name) && isRead(node, parent) && this.replace(node, name, `(${names[name]})`);
  }

  ObjectExpression({ properties }, parent, variables) {
    for (const [i, each] of properties.entries())
      if (this.facts.values.includes(each.value?.name)) {
        this.met.add(each.value.name);
        this.edits.push([each.start, properties[i + 1]?.start ?? each.end, ""]);
      } else this.visit(each, parent, variables);
    return true;
  }

  SwitchStatement(node, parent, variables) {
    this.visit(node.discriminant, node, variables);
    let isReached = false;
    for (const each of node.cases) {
      const fact = this.factOf(each.test, isTag(node.discriminant));
      if (fact === undefined) isReached = true;
      else this.met.add(fact);
      if (!isReached) {
        gatherDeclared(each.consequent, variables);
        this.edits.push([each.start, each.end, ""]);
        continue;
      }
      // What a case above falls into stays, without its label.
      if (fact !== undefined) this.edits.push([each.start, each.consequent[0]?.start ?? each.end, " "]);
      this.visit(each.consequent, each, variables);
      if (each.consequent.length > 0) isReached = !isLeaving(each.consequent.at(-1));
    }
    return true;
  }

  FunctionDeclaration(node) {
    const variables = new Set();
    this.visit(node.params, node, variables);
    this.visit(node.body, node, variables);
    const start = node.body.start + 1;
    if (variables.size > 0) this.edits.push([start, start, `var ${[...variables].join(",")};`]);
    return true;
  }

  FunctionExpression(node) {
    return this.FunctionDeclaration(node);
  }

  ArrowFunctionExpression(node) {
    return this.FunctionDeclaration(node);
  }

  textOf({ start, end }) {
    return this.code.slice(start, end);
  }

  replace(node, fact, text) {
    this.met.add(fact);
    this.edits.push([node.start, node.end, text]);
    return true;
  }

  isNoTag(node) {
    return node.type === "Literal" && this.facts.tags.includes(node.value);
  }

  factOf(test, isOfTags) {
    if (test === null) return undefined;
    if (isOfTags && this.isNoTag(test)) return test.value;
    return this.facts.cases.find((each) => each === this.textOf(test));
  }
}

const isTag = (node) => (node.type === "MemberExpression" ? node.property.name : node.name) === "tag";

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
