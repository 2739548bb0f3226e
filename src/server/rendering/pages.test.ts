import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { log } from "~/platform/log.server";

const shop = await openTestShop();
const { addresses, pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const description = await (await ask("/api/openapi.json")).json();

afterEach(() => vi.restoreAllMocks());

function ask(path: string, init?: RequestInit): Promise<Response> {
  return app.fetch(new Request(`${shop.address}${path}`, init));
}
const posting = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

const example = (path: string) =>
  path
    .replace("/*", "/nowhere")
    .replace(":gender", "men")
    .replace(/:\w+|\{\w+\}/g, "x1");
const forms = addresses.filter(({ hasAction }) => hasAction).map(({ path }) => example(path));
const others = addresses.filter(({ hasAction }) => !hasAction).map(({ path }) => example(path));
const calls = Object.entries<Record<string, object>>(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: `/api${example(path)}` })),
);
const dataOf = (path: string) => (path === "/" ? "/_.data" : `${path}.data`);

test("the routes include pages with forms, pages without forms, and calls", () => {
  expect(forms).toEqual(expect.arrayContaining(["/contact", "/return-or-exchange", "/order-status"]));
  expect(others).toEqual(expect.arrayContaining(["/", "/about", "/sitemap.xml", "/nowhere"]));
  expect(calls.length).toBeGreaterThan(15);
});

describe("no cache may store the response to", () => {
  test.each([...forms, ...forms.map(dataOf)])("a POST to %s, valid or not", async (path) => {
    const posts: Record<string, string>[] = [
      {},
      { email: "rider@example.com" },
      { step: "start", order: "1", email: "rider@example.com" },
    ];
    for (const fields of posts) {
      const answer = await ask(path, posting(fields));
      expect([answer.status < 500, answer.headers.get("cache-control")]).toEqual([true, "private, no-store"]);
      expect(answer.headers.get("etag")).toBeNull();
    }
  });

  test.each(calls.filter(({ method }) => method !== "GET"))("$method $path", async ({ method, path }) => {
    for (const body of ["{}", "{", JSON.stringify({ limit: 1, categoryId: "x" })]) {
      const answer = await ask(path, { method, body, headers: { "content-type": "application/json" } });
      expect([answer.status < 500, answer.headers.get("cache-control")]).toEqual([true, "private, no-store"]);
      expect(answer.headers.get("etag")).toBeNull();
    }
  });

  test("a POST with an ETag of its response in If-None-Match, and the response is sent in full", async () => {
    const post = (headers: Record<string, string> = {}) =>
      ask("/api/instagram", {
        method: "POST",
        body: '{"limit":1}',
        headers: { "content-type": "application/json", ...headers },
      });
    const body = Buffer.from(await (await post()).arrayBuffer());
    const weak = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const strong = `"${createHash("sha1").update(body).digest("hex")}"`;

    expect((await post({ "if-none-match": `${weak}, ${strong}` })).status).toBe(200);
  });

  test.each(["/", "/api/products", "/about.data"])("%s with an Authorization header", async (path) => {
    const answer = await ask(path, { headers: { authorization: "Bearer somebody" } });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  });
});

describe("an unsupported method", () => {
  test.each(others)("%s refuses POST, PUT, PATCH and DELETE with 405 and logs no error", async (path) => {
    const error = vi.spyOn(log, "error");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      for (const address of [path, dataOf(path)]) {
        const answer = await ask(address, { method, body: "a=b" });
        expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
      }
    expect(error).not.toHaveBeenCalled();
  });

  test.each(forms)("%s accepts a form by POST only", async (path) => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const answer = await ask(path, { method, body: "a=b" });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD, POST"]);
      expect(await answer.text()).toContain("<h1>This address does not take that method.</h1>");
    }
  });

  test.each(calls)("an API call is refused with a problem document, $method $path", async ({ method, path }) => {
    const answer = await ask(path, { method: "PATCH", body: "{}" });
    expect([answer.status, (await answer.json()).code]).toEqual([405, "method-unknown"]);
    expect(answer.headers.get("allow")?.split(", ")).toContain(method);
  });

  test("OPTIONS lists the allowed methods and allows no other site", async () => {
    const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
    for (const [path, allow] of [
      ["/", "GET, HEAD"],
      ["/contact", "GET, HEAD, POST"],
      ["/api/products", "GET, HEAD"],
      ["/api/orders", "POST"],
      ["/healthz", "GET, HEAD"],
    ] as const) {
      const answer = await ask(path, { method: "OPTIONS", headers: preflight });
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 204, allow]);
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

test("a form from another site is refused with 403 and logs no error", async () => {
  const error = vi.spyOn(log, "error");
  for (const path of [...forms, ...forms.map(dataOf)]) {
    const answer = await ask(path, { ...posting({}), headers: { origin: "https://evil.example" } });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect(error).not.toHaveBeenCalled();
});

describe("a body that is no valid form", () => {
  const BODIES: [string, string, BodyInit][] = [
    ["a broken boundary", "multipart/form-data; boundary=x", "--y\r\ncontent-disposition: form-data"],
    ["no boundary", "multipart/form-data", "--x\r\n\r\n--x--"],
    ["a header without an end", "multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="'],
    ["JSON", "application/json", '{"email":"rider@example.com"}'],
    ["plain text", "text/plain", "email=rider@example.com"],
    ["no type", "", "email=rider@example.com"],
    ["names of Object.prototype", "application/x-www-form-urlencoded", "__proto__=1&constructor=2&toString=3&email=a"],
    ["broken percent signs", "application/x-www-form-urlencoded", "email=%ff%fe%&name=%ed%a0%80"],
    ["bytes that are no text", "application/x-www-form-urlencoded", new Uint8Array([0, 255, 254, 61, 192, 128])],
    ["a NUL", "application/x-www-form-urlencoded", "email=a%00b@example.com&name=%00&step=start&order=%00"],
    ["nothing", "application/x-www-form-urlencoded", ""],
  ];

  test.each(BODIES)("%s: no page answers with a 5xx status or logs an error", async (_, type, body) => {
    const error = vi.spyOn(log, "error");
    for (const path of [...forms, ...forms.map(dataOf)]) {
      const answer = await ask(path, { method: "POST", body, headers: type ? { "content-type": type } : {} });
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 500)]);
    }
    expect(error).not.toHaveBeenCalled();
  });
});

describe("numbers that are out of range", () => {
  const NUMBERS = ["2147483648", "-2147483649", "1e308", "NaN", "%ff"];
  const NAMES = [
    "shown",
    "maxPrice",
    "page",
    "limit",
    "width",
    "cursor",
    "tab",
    "state",
    "product",
    "size",
    "best",
    "token",
  ];

  test.each([...addresses.map(({ path }) => example(path)), ...calls.map(({ path }) => path)])(
    "%s answers them in query parameters and in the path without a 5xx status",
    async (path) => {
      for (const number of NUMBERS) {
        const question = NAMES.map((name) => `${name}=${number}`).join("&");
        for (const address of [`${path}?${question}`, path.replace(/(x1|men|nowhere)/, number)]) {
          const { status } = await ask(address);
          expect([address, status]).toEqual([address, expect.toSatisfy((each: number) => each < 500)]);
        }
      }
    },
  );
});

describe("too many requests", () => {
  test("a form answers 429 with Retry-After, and the log has one line about it", async () => {
    const info = vi.spyOn(log, "info");
    let answer = await ask("/newsletter", posting({ email: "many@example.com" }));
    for (let sent = 0; sent < 200 && answer.status !== 429; sent += 1)
      answer = await ask("/newsletter", posting({ email: "many@example.com" }));

    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(info.mock.calls).toEqual([[{ path: "/newsletter", seconds: expect.any(Number) }, "too many requests"]]);
  });
});
