import { eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { openReadablePages } from "~/testing/read-pages.server";
import { comments, posts } from "./blog.tables";
import { postAddress } from "./post";

const { shop, html } = await openReadablePages();

const idsIn = (page: string): string[] => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);

const comment = { name: "Jo", email: "jo@rider.example", message: "Good road.", state: "approved" as const };

test("no heading of an article has the id of another element of its page", async () => {
  const [plain, headed] = await shop.db.select().from(posts).where(isNotNull(posts.publishedAt)).limit(2);
  if (!plain || !headed) throw new Error("The demo shop has fewer than two articles.");
  await shop.db.insert(comments).values([
    { ...comment, postId: plain.id, requestKey: "one" },
    { ...comment, postId: headed.id, requestKey: "two" },
  ]);
  const ids = idsIn(await html(postAddress(plain))).filter((id) => !id.startsWith("_R_"));
  const content = ids.map((id) => `<h2>${id}</h2>`).join("");
  await shop.db.update(posts).set({ content }).where(eq(posts.id, headed.id));
  const all = idsIn(await html(postAddress(headed)));
  expect(all).toContain("comments-section");
  expect(all.filter((id, place) => all.indexOf(id) !== place)).toEqual([]);
});
