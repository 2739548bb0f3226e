import { RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { log } from "~/platform/log.server";
import { services } from "~/services";
import { loader as blogs } from "~/shop/blog/blogs.page";
import { loader as home } from "./home.page";
import type { HomeSection } from "./home-section";

const shop = await openTestShop();
const context = new RouterContextProvider();
context.set(services, shop);
const visit = (path: string) => {
  const url = new URL(path, shop.address);
  return { context, url, params: {}, request: new Request(url) } as never;
};
const section = <K extends HomeSection["kind"]>({ sections }: { sections: HomeSection[] }, kind: K) =>
  sections.find((each): each is Extract<HomeSection, { kind: K }> => each.kind === kind);
const logged = vi.spyOn(log, "error").mockImplementation(() => {});
afterEach(() => logged.mockClear());

test("the home page is complete but for videos and posts that cannot be read, and the errors are logged (R-8-08, R-8-11)", async () => {
  for (const table of ["videos", "social_posts"]) await shop.asOwner(`alter table ${table} rename to gone_${table}`);
  const { data } = await home(visit("/"));

  expect(section(data, "films")).toMatchObject({ reels: [] });
  expect(section(data, "posts")).toMatchObject({ posts: [] });
  expect(section(data, "products")?.cards).toHaveLength(3);
  expect(section(data, "categories")?.tiles).toHaveLength(4);
  expect(logged.mock.calls.map(([, words]) => words).toSorted()).toEqual([
    "Failed to fetch community videos",
    "Failed to fetch the social feed",
  ]);
});

test("articles are listed without categories if the categories cannot be read, and the error is logged (R-8-19)", async () => {
  await shop.asOwner("alter table blog_categories rename to gone_blog_categories");
  const { data } = await blogs(visit("/blogs"));

  expect(data.categories).toBeUndefined();
  expect(logged.mock.calls.map(([, words]) => words)).toContain("Error fetching categories");
});

test("categories that cannot be read leave Best Sellers empty and the rest of the home page complete (R-8-11)", async () => {
  await shop.asOwner("alter table categories rename to gone_categories");
  const { data } = await home(visit("/"));

  expect(section(data, "products")).toMatchObject({ categories: [], cards: [] });
  expect(section(data, "quotes")?.testimonials.length).toBeGreaterThan(0);
  expect(logged.mock.calls.map(([, words]) => words)).toContain("Failed to fetch categories");
});
