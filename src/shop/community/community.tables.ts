import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { type HideReason, reasonsToHide } from "~/shop/moderation";
import { EventSchedule, MeetingSchedule } from "./schedules";

const reasons = sql.raw(reasonsToHide.map((reason) => `'${reason}'`).join(", "));

/** Community videos. No foreign key to the product, which may be deleted. */
export const videos = pgTable("videos", {
  id: text().primaryKey(),
  fileName: text().notNull(),
  filePath: text().notNull(),
  poster: text(),
  productId: text(),
  position: integer().notNull(),
  /** Whether the shop does not show the video. */
  hidden: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

mark(videos, { content: "fileName filePath poster productId position hidden", technical: "id version" });

export const socialPosts = pgTable(
  "social_posts",
  {
    id: text().primaryKey(),
    caption: text().notNull(),
    mediaType: text().$type<"image" | "video">().notNull(),
    mediaUrl: text().notNull(),
    thumbnailUrl: text(),
    position: integer().notNull(),
    /** Whether the shop does not show the post. */
    hidden: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (post) => [check("social_media_type_is_known", sql`${post.mediaType} in ('image', 'video')`)],
);

mark(socialPosts, { content: "caption mediaType mediaUrl thumbnailUrl position hidden", technical: "id version" });

export const states = pgTable("states", { code: text().primaryKey(), name: text().notNull().unique() });

mark(states, { content: "code name" });

/** Chapters. They have rules for their meetings in place of dates, so that the calendar never ends. */
export const chapters = pgTable(
  "chapters",
  {
    id: text().primaryKey(),
    kind: text().$type<"chapter" | "meet-up">().notNull(),
    name: text().notNull(),
    city: text().notNull(),
    state: text()
      .notNull()
      .references(() => states.code),
    rule: text().notNull(),
    time: text().notNull(),
    schedule: json(MeetingSchedule).notNull(),
    meetAt: text().notNull(),
    description: text().notNull(),
    /** Whether the shop does not show the chapter. */
    hidden: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (chapter) => [
    index().on(chapter.state),
    check("chapter_kind_is_known", sql`${chapter.kind} in ('chapter', 'meet-up')`),
  ],
);

mark(chapters, {
  content: "kind name city state rule time schedule meetAt description hidden",
  technical: "id version",
});

export const events = pgTable("events", {
  id: text().primaryKey(),
  name: text().notNull(),
  city: text().notNull(),
  state: text()
    .notNull()
    .references(() => states.code),
  rule: text().notNull(),
  schedule: json(EventSchedule).notNull(),
  description: text().notNull(),
  blogCategory: text().notNull().default(""),
  /** Whether the shop does not show the event. */
  hidden: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

mark(events, { content: "name city state rule schedule description blogCategory hidden", technical: "id version" });

/** Requests to join the community of a state, waiting for approval. */
export const communitySignups = pgTable(
  "community_signups",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    state: text()
      .notNull()
      .references(() => states.code),
    /** Decision of the members about the request. */
    standing: text().$type<"waiting" | "approved" | "refused">().notNull().default("waiting"),
    /** Reason why a member hid the request; unset if no member hid it. */
    hiddenBecause: text().$type<HideReason>(),
    /** Whether this is a demo record, which figures exclude and which is deleted with the other demo data. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    joinedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (signup) => [
    unique("joined_a_state_once").on(signup.email, signup.state),
    index().on(signup.standing, signup.joinedAt),
    index("signups_waiting")
      .on(signup.joinedAt, signup.id)
      .where(sql`standing = 'waiting'`),
    index("signups_decided")
      .on(signup.joinedAt, signup.id)
      .where(sql`standing <> 'waiting'`),
    check(
      "signup_is_hidden_for_a_known_reason",
      sql`${signup.hiddenBecause} is null or (${signup.standing} = 'refused' and ${signup.hiddenBecause} in (${reasons}))`,
    ),
    check("signup_standing_is_known", sql`${signup.standing} in ('waiting', 'approved', 'refused')`),
  ],
);

mark(communitySignups, {
  personal: { name: "row", email: "row" },
  whose: { email: "email", copied: { as: "Community", with: "state standing joinedAt" } },
  content: "state standing hiddenBecause sample joinedAt",
  technical: "id version",
});
