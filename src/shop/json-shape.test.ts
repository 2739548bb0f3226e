import { expect, test } from "vitest";
import { either, flag, list, maybe, nullOr, number, oneOf, read, shape, text } from "./json-shape";

const line = shape({
  name: text({ trimmed: true, least: 1, most: 5 }),
  quantity: number({ whole: true, from: 1, to: 9 }),
  note: maybe(text()),
});

test("`shape` reads the properties of an object that it names, and drops the others", () => {
  expect(read(line, { name: " Tee ", quantity: 2, price: 3 })).toEqual({ name: "Tee", quantity: 2 });
  expect(read(line, { name: "Tee", quantity: 2, note: "gift" })).toEqual({ name: "Tee", quantity: 2, note: "gift" });
});

test.each([
  null,
  "Tee",
  {},
  { name: "", quantity: 1 },
  { name: "Jacket", quantity: 1 },
  { name: "Tee", quantity: 0 },
  { name: "Tee", quantity: 10 },
  { name: "Tee", quantity: 1.5 },
  { name: "Tee", quantity: Number.NaN },
  { name: "Tee", quantity: "1" },
  { name: "Tee", quantity: 1, note: 7 },
])("`read` returns undefined for %j, which does not fit the shape", (value) => {
  expect(read(line, value)).toBeUndefined();
});

test("`list` checks the number of elements and every element", () => {
  const ids = list(text({ pattern: /^[a-z]+$/ }), { least: 1, most: 2 });

  expect(read(ids, ["a", "b"])).toEqual(["a", "b"]);
  for (const value of [[], ["a", "b", "c"], ["a", "B"], "a"]) expect(read(ids, value)).toBeUndefined();
});

test("`nullOr` accepts null, `oneOf` one of some texts, and `either` a value of two shapes", () => {
  expect(read(nullOr(flag), null)).toBeNull();
  expect(read(nullOr(flag), 0)).toBeUndefined();
  expect(read(oneOf("on", "off"), "off")).toBe("off");
  expect(read(oneOf("on", "off"), "of")).toBeUndefined();
  expect(read(either(number(), text()), "3")).toBe("3");
  expect(read(either(number(), text()), true)).toBeUndefined();
});

test("`read` throws the errors of a faulty reader", () => {
  const broken = () => {
    throw new TypeError("broken");
  };

  expect(() => read(broken, 1)).toThrow(TypeError);
});
