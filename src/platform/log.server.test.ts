import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { faultOf } from "./log.server";

test("a query that failed is told without what a shopper typed", () => {
  const typed = ["Jo Delacroix", "jo@example.com\n    at 88 Sandstone Avenue"];
  const failed = new DrizzleQueryError("insert into orders values ($1, $2)", typed, new Error("the disk is full"));

  const told = faultOf(failed);

  expect(told).toContain("insert into orders values ($1, $2): the disk is full");
  expect(told).toContain("log.server.test.ts");
  expect(told).not.toMatch(/Jo|example|Sandstone/);
});

test("any other fault is told with where it happened", () => {
  expect(faultOf(new Error("no such thing"))).toMatch(/^Error: no such thing\n\s+at .*log\.server\.test/);
  expect(faultOf("just words")).toBe("just words");
});
