import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { faultOf, withoutPersonal } from "./log.server";

test("the log of a failed query does not contain values that a shopper typed", () => {
  const typed = ["Jo Delacroix", "jo@example.com\n    at 88 Sandstone Avenue"];
  const failed = new DrizzleQueryError("insert into orders values ($1, $2)", typed, new Error("the disk is full"));

  const told = faultOf(failed);

  expect(told).toContain("insert into orders values ($1, $2): the disk is full");
  expect(told).toContain("log.server.test.ts");
  expect(told).not.toMatch(/Jo|example|Sandstone/);
});

test("the log of other faults contains their stack", () => {
  expect(faultOf(new Error("no such thing"))).toMatch(/^Error: no such thing\n\s+at .*log\.server\.test/);
  expect(faultOf("just words")).toBe("just words");
});

test("a log line contains no e-mail addresses and no tokens in paths, but the place of a fault", () => {
  const line = {
    path: "/return-label/R1000001/tok0Zx8Qk2Vb7Nm4Lp9Rt3Ws6Yd1",
    error: "550 <jo.rider+bag@mail.example>: no\n  at /srv/shop/node_modules/@hono/node-server/index.js:3",
    deep: { error: "jo%40example.com" },
    page: { path: "/pictures/0123456789abcdef0123456789abcdef/640.avif" },
  };

  expect(withoutPersonal(line)).toEqual({
    path: "/return-label/R1000001/[hidden]",
    error: "550 <[hidden]>: no\n  at /srv/shop/node_modules/@hono/node-server/index.js:3",
    deep: { error: "[hidden]" },
    page: { path: "/pictures/0123456789abcdef0123456789abcdef/640.avif" },
  });
});

test("a log line with a path of any length is written fast enough not to block other requests", () => {
  const paths = [
    `/@${"a".repeat(150_000)}`,
    `/${"a%40".repeat(40_000)}`,
    `/${"a".repeat(75_000)}@${"a.1".repeat(25_000)}`,
  ];
  const begun = process.cpuUsage();

  for (const path of paths) expect(withoutPersonal({ path })).toEqual({ path });

  // In microseconds: linear work takes a few thousand, quadratic work takes minutes.
  expect(process.cpuUsage(begun).user).toBeLessThan(3_000_000);
});
