import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { HONEYPOT, SHOWN_AT } from "~/shop/bot-trap-names";
import { addComment, approvedComments, publishedTitles } from "./blog.server";
import { comments } from "./blog.tables";
import { postAt } from "./post";

const shop = await openTestShop();
const { db } = shop;
const now = new Date("2026-11-21T10:00:00Z");
const post = postAt(await publishedTitles(db), "denim-vs-leather");
const postId = post?.id ?? "";
const comment = { name: "Jo", email: "jo@example.com", message: "Denim, on any day over eighty." };

beforeEach(() => db.delete(comments));

test("a comment is shown only after approval, and without its writer's e-mail address (R-7-16, R-2.13-11)", async () => {
  await addComment(db, postId, comment, now);
  expect(await approvedComments(db, postId)).toEqual([]);

  await db.update(comments).set({ state: "approved" });
  const [shown] = await approvedComments(db, postId);

  expect(shown).toMatchObject({ name: "Jo", message: comment.message });
  expect(Object.keys(shown ?? {})).not.toContain("email");
});

test("a comment that is sent twice is stored once", async () => {
  await Promise.all([addComment(db, postId, comment, now), addComment(db, postId, comment, now)]);
  await addComment(db, postId, { ...comment, message: `${comment.message}\n` }, now);

  expect(await db.$count(comments)).toBe(1);
});

test("a comment that seems automated is stored as refused and does not wait for approval", async () => {
  await addComment(db, postId, { ...comment, [HONEYPOT]: "https://spam.example" }, now);
  await addComment(
    db,
    postId,
    { ...comment, message: "Typed in no time.", [SHOWN_AT]: String(now.getTime() - 200) },
    now,
  );

  expect(await db.$count(comments, eq(comments.state, "refused"))).toBe(2);
});
