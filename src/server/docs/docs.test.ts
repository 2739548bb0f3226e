import { expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testApp(shop, { pages: async () => new Response() });
const get = (path: string) => app.fetch(new Request(`${shop.address}${path}`));

interface Described {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: Record<string, unknown> } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

test("the API reference shows the parameters, the body and each answer of every call", async () => {
  const page = await (await get("/api/docs")).text();
  const { paths } = (await (await get("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  const articles = page.split('<article class="ref__call"').slice(1);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  expect(articles).toHaveLength(calls.length);
  const counts = { parameters: 0, bodies: 0, answers: 0 };
  for (const { path, method, call } of calls) {
    const article = articles.find((html) => titleOf(html) === `${method.toUpperCase()} ${path}`) ?? "";
    const part = (name: string) => article.split(`<h4>${name}</h4>`)[1]?.split("<h4>")[0] ?? "";
    for (const parameter of call.parameters ?? []) {
      counts.parameters += 1;
      expect(part("Parameters")).toMatch(
        new RegExp(`<code>${parameter.name}</code>.*?in the (<!-- -->)?${parameter.in}`),
      );
    }
    for (const [type, { schema }] of Object.entries(call.requestBody?.content ?? {})) {
      counts.bodies += 1;
      expect(part("Body")).toContain(type);
      for (const name of Object.keys(schema.properties ?? {})) expect(part("Body")).toContain(`<code>${name}</code>`);
      expect(part("Body")).toContain(schema.$ref ? `href="#thing-${schema.$ref.split("/").at(-1)}"` : "<dl");
    }
    for (const [status, { content = {} }] of Object.entries(call.responses)) {
      counts.answers += 1;
      const answer = part("Answers").split(`<summary><b>${status}</b>`)[1]?.split("</details>")[0];
      for (const type of Object.keys(content)) expect(answer).toContain(type);
      expect(answer).toMatch(/<p class="(ref__type|muted)">/);
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
});

/** Method and path of a call's article, without markup. */
const titleOf = (html: string): string =>
  (/<p>(<span class="ref__method">.*?)<\/p>/.exec(html)?.[1] ?? "").replace(/<[^>]*>/g, "");

test("the API reference has the path and the summary of every call without a script, and loads nothing from other hosts", async () => {
  const answer = await get("/api/docs");
  const page = await answer.text();
  const { paths } = (await (await get("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const text = page
    .replace(/<wbr\/>|<\/?span[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');

  expect(page.length).toBeLessThan(200_000);
  for (const [path, methods] of Object.entries(paths))
    for (const { summary } of Object.values(methods)) {
      expect(text).toContain(path);
      expect(text).toContain(summary);
    }
  expect(text).toContain(`curl '${shop.address}/api/products/search?query=jacket'`);
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});
