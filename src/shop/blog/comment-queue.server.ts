import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import {
  plainEntry,
  type QueueEntry,
  type QueueWindow,
  standingOf,
  storedStanding,
  type WrittenThing,
} from "~/shop/moderation";
import { StandingField, momentOf, namesInLog, queueWindow } from "~/shop/moderation.server";
import { comments, posts } from "./blog.tables";
import { postAddress } from "./post";

/** Titles of the articles to which comments in the log belong, by kind and id. */
export const commentNames = (db: Database, changes: readonly { kind: string; record: string }[]) =>
  namesInLog(commentRecord.kind, changes, (ids) =>
    db
      .select({ id: comments.id, name: posts.title })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(inArray(comments.id, ids)),
  );

/** Record kind of a blog comment, for its moderation. */
export const commentRecord: RecordKind = {
  kind: "comment",
  right: "queue.moderate",
  fields: { standing: { schema: StandingField } },
  async read(tx, id) {
    const [row] = await tx
      .select()
      .from(comments)
      .where(eq(comments.id, Number(id)))
      .for("update");
    return row && { version: row.version, values: { standing: standingOf(row) } };
  },
  async write(tx, id, { standing }, version) {
    const [row] = await tx
      .update(comments)
      .set({ ...storedStanding(StandingField.parse(standing)), version: version + 1 })
      .where(and(eq(comments.id, Number(id)), eq(comments.version, version)))
      .returning({ version: comments.version });
    return row?.version;
  },
};

/**
 * Comments of one part of the queue, with the data that members see.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function queuedComments(
  { db }: Pick<Services, "db">,
  member: Member,
  part: QueueWindow,
): Promise<QueueEntry[]> {
  await requireRight({ db }, member, "queue.read");
  const { id, sentAt: at, state, sample } = comments;
  const columns = { kind: "comment", id, at, state, sample } as const;
  const { where, orderBy, limit } = queueWindow(columns, part);
  const rows = await db
    .select({ comment: comments, moment: momentOf(comments.sentAt), title: posts.title, image: posts.image })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ comment, moment, title, image }) => ({
    ...plainEntry,
    kind: "comment",
    id: String(comment.id),
    moment,
    at: comment.sentAt,
    standing: standingOf(comment),
    version: comment.version,
    isSample: comment.sample,
    author: comment.name,
    words: comment.message,
    about: { name: title, to: postAddress({ title }), image },
  }));
}

/**
 * Comments of an e-mail address, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function commentsBy(
  { db }: Pick<Services, "db">,
  member: Member,
  email: string,
  most: number,
): Promise<WrittenThing[]> {
  await requireRight({ db }, member, "people.read");
  const rows = await db
    .select()
    .from(comments)
    .where(eq(comments.email, email))
    .orderBy(desc(comments.sentAt))
    .limit(most);
  return rows.map((row) => ({
    kind: "comment",
    id: String(row.id),
    words: row.message,
    standing: standingOf(row),
    at: row.sentAt,
    isSample: row.sample,
  }));
}
