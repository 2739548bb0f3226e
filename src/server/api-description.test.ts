import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { limits } from "~/shop/limits";
import { apiClient, readJson } from "~/testing/api-client";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { api } from "./api";

const shop = await openTestShop();
const door = testApp(shop, { pages: async () => new Response("a page") });
const { ask, post, request } = apiClient(shop);
/** Calls the API by its address in the whole shop, `/api`. */
const atTheDoor = async (path: string, init: RequestInit) =>
  readJson(await door.fetch(new Request(`${shop.address}/api${path}`, init)));

const { body: description } = await ask("/openapi.json");
const operations = Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
interface Operation {
  operationId?: string;
  summary?: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

const example = (path: string) => path.replace(/\{[^}]+\}/g, "x1");

describe("the description of the API", () => {
  test("is OpenAPI 3.1 and lists every call of the specification (R-7-22)", () => {
    expect(description.openapi).toBe("3.1.0");
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        "GET /products",
        "GET /products/{id}",
        "POST /products/by-category",
        "GET /products/search",
        "GET /categories",
        "GET /community/videos",
        "POST /instagram",
        "POST /pay/create-payment-intent",
        "POST /orders",
        "GET /blogs",
        "GET /blogs/categories",
      ]),
    );
  });

  test.each(operations)(
    "$method $path has a name, a summary, and a problem document for status 500",
    ({ operation }) => {
      expect(operation.operationId).toBeTruthy();
      expect(operation.summary).toBeTruthy();
      expect(operation.responses["500"]?.content).toHaveProperty(["application/problem+json"]);
    },
  );

  test("has a different name for each call", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

/** Number of rows in each table except `rate_limits`, to check that refused requests write nothing. */
const rowCounts = async () =>
  (
    await shop.db.execute(sql`select relname as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as rows
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'rate_limits' order by 1`)
  ).rows;

const NASTY = [
  "'; drop table products; --",
  "<script>alert(1)</script>",
  "\u202e\ufeff\ud800",
  "%s%n{{7*7}}${jndi:ldap://x}",
  "-1",
  "NaN",
  "1e999",
  "a".repeat(3000),
  "[]",
  "null",
  "",
];

/** Whether an answer refuses a request as all refusals do: with a problem document and a code, and a status from 400 to 499. */
const isDeclined = ({ status, body, headers }: Awaited<ReturnType<typeof ask>>): boolean =>
  status >= 400 &&
  status < 500 &&
  headers.get("content-type") === "application/problem+json" &&
  body.type === "about:blank" &&
  body.status === status &&
  /^[a-z-]+$/.test(body.code) &&
  [body.title, body.detail].every((words) => typeof words === "string" && words !== "");

describe("bad input", () => {
  const writes = operations.filter(({ operation }) => operation.requestBody);
  const reads = operations.flatMap(({ path, method, operation }) =>
    (operation.parameters ?? []).filter((each) => each.in === "query").map(({ name }) => ({ path, method, name })),
  );
  const before = rowCounts();

  test.each(writes)("$method $path refuses a body that is not valid JSON", async ({ path }) => {
    const answer = await post(example(path), "{");
    expect(isDeclined(answer)).toBe(true);
    expect(answer.body.code).toBe("body-malformed");
  });

  test.each(writes)("$method $path refuses a body whose content type is not JSON", async ({ path }) => {
    expect((await post(example(path), "{}", "text/plain")).body.code).toBe("body-not-json");
  });

  test.each(writes)("$method $path refuses a body that is too large, also a streamed one", async ({ path }) => {
    const large = JSON.stringify({ name: "a".repeat(limits.api.bodyBytes) });
    const sent = { method: "POST", headers: { "content-type": "application/json" }, duplex: "half" };

    for (const body of [large, new Blob([large]).stream()])
      expect(await atTheDoor(example(path), { ...sent, body } as RequestInit)).toMatchObject({
        status: 413,
        body: { code: "body-too-large" },
      });
  });

  test.each(writes)("$method $path refuses a body that is not an object", async ({ path }) => {
    for (const body of ["[]", "1", '"text"', "null", "true", "[".repeat(20_000) + "]".repeat(20_000)])
      expect([body.slice(0, 20), isDeclined(await post(example(path), body))]).toEqual([body.slice(0, 20), true]);
  });

  test.each(writes)("$method $path does not fail for property names such as __proto__", async ({ path }) => {
    for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])
      for (const value of ["null", "1", '{"polluted":true}', `{"${name}":{"polluted":true}}`]) {
        const { status } = await post(example(path), `{"${name}":${value},"${name}":${value}}`);
        expect([name, value, status < 500]).toEqual([name, value, true]);
      }
    expect({}).not.toHaveProperty("polluted");
  });

  test.each(writes)("$method $path names the field with an unpaired surrogate", async ({ path }) => {
    const answer = await post(example(path), '{"anything":["\\ud800"]}');
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: "anything.0" }] } });
  });

  test.each(writes)("$method $path names the field with a NUL character", async ({ path }) => {
    const answer = await post(example(path), { anything: { deep: ["a\0b"] } });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: "anything.deep.0" }] } });
  });

  test.each(operations.filter(({ path }) => path.includes("{")))(
    "$method $path answers 404 to a path with a NUL character",
    async ({ method, path }) => {
      const init =
        method === "POST" ? { method, body: '{"approved":true}', headers: { "content-type": "application/json" } } : {};
      expect((await ask(path.replace(/\{[^}]+\}/, "a%00b"), init)).status).toBe(404);
    },
  );

  test.each(reads)(
    "$method $path names the parameter $name if its value has a NUL character",
    async ({ path, name }) => {
      const answer = await ask(`${example(path)}?${name}=a%00b`);
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: name }] } });
    },
  );

  test.each(reads)("$method $path does not fail for hostile values of the parameter $name", async ({ path, name }) => {
    for (const nasty of NASTY) {
      const response = await request(`${example(path)}?${name}=${encodeURIComponent(nasty.toWellFormed())}`);
      expect([nasty.slice(0, 40), response.status < 500]).toEqual([nasty.slice(0, 40), true]);
    }
  });

  test.each([
    ["gender=kids", "gender"],
    ["gender=Men", "gender"],
    ["category=a-b", "category"],
    [`search=${"a".repeat(101)}`, "search"],
    ["search=a&search=b", "search"],
    [`colors=${Array.from({ length: 201 }, (_, n) => n).join(",")}`, "colors"],
    [`sizes=${"a".repeat(101)}`, "sizes.0"],
    ["maxPrice=-1", "maxPrice"],
    ["maxPrice=NaN", "maxPrice"],
    ["maxPrice=1e3", "maxPrice"],
    ["maxPrice=", "maxPrice"],
    ["sort=cheapest", "sort"],
    ["limit=0", "limit"],
    ["limit=251", "limit"],
    ["limit=-5", "limit"],
    ["limit=1.5", "limit"],
    ["limit=ten", "limit"],
    ["ids=a-b", "ids.0"],
    [`cursor=${"a".repeat(201)}`, "cursor"],
  ])("GET /products?%s is refused with the name of the parameter", async (query, field) => {
    const answer = await ask(`/products?${query}`);
    expect(isDeclined(answer)).toBe(true);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test.each(["%2e%2e", "a-b", "%00", "'--", "a".repeat(65), "%F0%9F%8F%8D", "%E0%A4%A"])(
    "GET /products/%s is refused",
    async (id) => expect(isDeclined(await ask(`/products/${id}`))).toBe(true),
  );

  test.each([{ limit: 0 }, { limit: 51 }, { limit: -1 }, { limit: 1.5 }, { limit: "6" }, { limit: null }])(
    "POST /instagram %o is refused with the name of the field",
    async (body) => expect((await post("/instagram", body)).body.errors).toMatchObject([{ field: "limit" }]),
  );

  test("an unknown address is answered with 404, and a method that an address does not support with 405", async () => {
    expect(await ask("/nothing")).toMatchObject({ status: 404, body: { code: "address-unknown" } });
    const answer = await atTheDoor("/products/by-category", {});
    expect([answer.status, answer.body.code, answer.headers.get("allow")]).toEqual([405, "method-unknown", "POST"]);
    expect((await atTheDoor("/products", { method: "DELETE" })).headers.get("allow")).toBe("GET, HEAD");
  });

  test("adds no row to any table, and deletes none, except in rate_limits", async () => {
    expect(await rowCounts()).toEqual(await before);
  });
});

test("an internal error is answered with status 500 and a problem document that contains no details of it", async () => {
  const broken = api({
    ...shop,
    db: new Proxy(shop.db, {
      get: () => () => {
        throw new Error("secret inside");
      },
    }),
  });
  const response = await broken.request("/categories");

  expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/problem+json"]);
  expect(await response.text()).not.toContain("secret");
});
