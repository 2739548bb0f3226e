import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { builtBackOffice } from "../back-office/built-back-office";
import { busyResponse, refusalResponse } from "./error-pages";

const refused = { status: 404, code: "address-unknown", message: "<b>Nothing & nobody</b>" } as const;
const { pages: prepared } = builtBackOffice(
  new URL("file:///not-built/"),
  { publicUrl: "https://shop.example", host: "office.shop.example" },
  () => Promise.reject(new Error("not built")),
);
const ask = (method: string) =>
  prepared(new Request("https://office.shop.example/back-office", { method }), undefined as never);
const refresh = (html: string) => /http-equiv="refresh" content="(\d+)"/i.exec(html)?.[1];

test.each([
  ["a refusal", () => refusalResponse("/about", refused)],
  ["a refusal of the workshop", () => refusalResponse("/back-office/orders", refused)],
  ["a full shop", () => busyResponse("/about")],
  ["a workshop that is being built", () => ask("GET")],
])("the page of %s is never cached or indexed, and its policy allows only the page's own style", async (_, answer) => {
  const response = await answer();
  const html = await response.text();
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");

  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
  expect(response.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}';`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toMatch(/<script|style=|<b>/);
});

test("the pages of a busy shop and of an unbuilt workshop have Retry-After, and reload themselves after it", async () => {
  for (const response of [busyResponse("/"), await ask("GET")])
    expect([response.status, refresh(await response.text())]).toEqual([503, response.headers.get("retry-after")]);
});

test("a form sent to an unbuilt workshop is answered that nothing was saved, and this page does not reload itself", async () => {
  const html = await (await ask("POST")).text();
  expect(html).toContain("Nothing was saved.");
  expect(refresh(html)).toBeUndefined();
});

test("the page of an unbuilt workshop on a host of its own links to the shop's host", async () => {
  expect(await (await ask("GET")).text()).toContain('href="https://shop.example"');
});
