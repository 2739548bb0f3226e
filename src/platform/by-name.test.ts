import { expect, test } from "vitest";
import { byName } from "./by-name";

test("names that every object inherits have no value in a table", () => {
  const states = byName<string>({ TX: "Texas" });
  expect(states.TX).toBe("Texas");
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    expect([name, states[name], name in states]).toEqual([name, undefined, false]);
  }
});
