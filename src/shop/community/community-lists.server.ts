import { asc } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { CommunityKind } from "./community-forms";
import { type CommunityValues, communityValues } from "./community-values.server";
import { chapters, events, socialPosts, videos } from "./community.tables";

/** A record of the community with its values, whether the shop shows it or not. */
export interface CommunityRecord {
  id: string;
  version: number;
  values: CommunityValues;
}

/** All records of one kind, in the shop's order. The caller checks the right. */
export async function allCommunity(db: Database, kind: CommunityKind): Promise<CommunityRecord[]> {
  if (kind === "chapter") {
    const rows = await db
      .select()
      .from(chapters)
      .orderBy(asc(chapters.state), asc(chapters.kind), asc(chapters.name), asc(chapters.id));
    return rows.map((row) => ({ id: row.id, version: row.version, values: communityValues.chapter(row) }));
  }
  if (kind === "event") {
    const rows = await db.select().from(events).orderBy(asc(events.name), asc(events.id));
    return rows.map((row) => ({ id: row.id, version: row.version, values: communityValues.event(row) }));
  }
  if (kind === "film") {
    const rows = await db.select().from(videos).orderBy(asc(videos.position), asc(videos.id));
    return rows.map((row) => ({ id: row.id, version: row.version, values: communityValues.film(row) }));
  }
  const rows = await db.select().from(socialPosts).orderBy(asc(socialPosts.position), asc(socialPosts.id));
  return rows.map((row) => ({ id: row.id, version: row.version, values: communityValues.post(row) }));
}
