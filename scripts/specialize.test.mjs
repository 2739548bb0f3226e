import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { REACT_DOM, REACT_ROUTER, factsOf } from "./lean-framework.mjs";
import { specialize } from "./specialize.mjs";

const require = createRequire(import.meta.url);

/** What a function does, given as code, once its facts are in their places. */
const run = (code, facts, ...args) => new Function(`${specialize(code, facts)}\nreturn f(...arguments);`)(...args);

describe("a specialized module", () => {
  test("has known values where they are read, and only there", () => {
    const code =
      "function f(o) { let dev = 1; const { mode } = o; dev = 2; return [dev, o.dev, { dev: mode }, typeof dev]; }";
    expect(run(code, { names: { dev: "false" } }, { mode: "x", dev: 3 })).toEqual([false, 3, { dev: "x" }, "number"]);
  });

  test("has known members and calls", () => {
    const code = "function f(o) { return o.init.window?.(o.other.window) ?? g(o); } function g() { throw 1; }";
    expect(
      run(code, { members: { "o.init.window": "void 0" }, calls: { g: "'known'" } }, { init: {}, other: {} }),
    ).toBe("known");
  });

  test("leaves out cases that never come up, and keeps what others fall into and use", () => {
    const code = `function f(fiber) {
      switch (fiber.tag) {
        case 1: var used = "one"; return used;
        case 30: var left = "left"; return left;
        case 2: fiber.seen = true;
        case 31: return fiber.seen ? "fell in" : "never";
        case 3: left = "kept"; return left;
        default: return "default";
      }
    }`;
    const facts = { tags: [30, 31] };
    const answers = [1, 2, 3, 30, 31].map((tag) => run(`"use strict"; ${code}`, facts, { tag }));
    expect(answers).toEqual(["one", "fell in", "kept", "default", "default"]);
    expect(specialize(code, facts)).not.toContain('"left"');
  });

  test("takes comparisons with tags that never are as decided", () => {
    const code = "function f(fiber) { return [fiber.tag === 30, 30 !== fiber.tag, fiber.tag === 3, fiber.id === 30]; }";
    expect(run(code, { tags: [30] }, { tag: 3, id: 30 })).toEqual([false, true, true, true]);
  });

  test("drops statements, offered functions and the words of an assertion", () => {
    const code = `const log = []; function f(x) { assert(x, log.push("words")); return [Object.keys({ a: one, b: two }), log]; }
      function one() {} function two() {} function assert() {}
      f.extra = log.push("statement");`;
    const facts = { values: ["two"], statements: [/^f\.extra/], asserts: ["assert"] };
    expect(run(code, facts, 1)).toEqual([["a"], []]);
  });

  test("begins with other values", () => {
    const code =
      'var sign = Error("sign"), other = {}; function f() { var own = sign; return [own, own === sign, other]; }';
    expect(run(code, { initials: { sign: "[1]" } })).toEqual([[1], true, {}]);
  });

  test("is refused when a fact is not met in it", () => {
    expect(() => specialize("f(1);", { names: { gone: "0" } })).toThrow("gone");
  });
});

describe("the browser's framework", () => {
  test("has everything that is left out of its renderer", () => {
    const renderer = join(dirname(require.resolve("react-dom")), "cjs/react-dom-client.production.js");
    expect(() => specialize(readFileSync(renderer, "utf8"), REACT_DOM)).not.toThrow();
  });

  test.each(Object.entries(REACT_ROUTER))("has everything that is left out of its router's %s", (file, facts) => {
    const router = join(dirname(require.resolve("react-router/package.json")), "dist/production");
    expect(() => specialize(readFileSync(join(router, file), "utf8"), facts)).not.toThrow();
  });

  test("is not used for what is left out", () => {
    expect(() => factsOf("/src/a.tsx", 'import { useState, useActionState } from "react";')).toThrow("useActionState");
    expect(() => factsOf("/lib/b.js", "React$1.createElement(React$1.Activity)")).toThrow("Activity");
    expect(
      factsOf("/src/c.tsx", 'import { useState } from "react"; import { preload } from "./ours";'),
    ).toBeUndefined();
  });
});
