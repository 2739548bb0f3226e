import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { logChanges } from "~/shop/audit/change-log.server";
import type { FieldValues } from "~/shop/audit/saving";
import { undo } from "~/shop/audit/undo.server";
import { TEXT_KINDS, type TextKind } from "~/shop/publishing/text-id";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { kindNamed, recordKinds } from "../record-kinds.server";

// Kinds, records and fields are written here as a former release has logged them, not taken from the program.

const shop = await openTestShop();
const { db } = shop;
const owner = memberAs("owner", "Jo");

const LOGGED: Record<TextKind, { record: string; field: string }> = {
  page: { record: "contact", field: "headline" },
  faq: { record: await firstOf("faqs"), field: "question" },
  menu: { record: "main", field: "rows" },
  article: { record: await firstOf("posts"), field: "title" },
  letter: { record: "order-confirmed", field: "title" },
  search: { record: "home", field: "title" },
  chapter: { record: await firstOf("chapters"), field: "name" },
  event: { record: await firstOf("events"), field: "name" },
  film: { record: await firstOf("videos"), field: "isShown" },
  post: { record: await firstOf("social_posts"), field: "caption" },
};

/** Another valid value of the same field. */
const earlierThan = (now: unknown): unknown =>
  Array.isArray(now) ? now.slice(1) : typeof now === "boolean" ? !now : `Once ${String(now)}`.trim();

async function firstOf(table: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id::text from ${sql.identifier(table)} order by id limit 1`,
  );
  return rows[0]?.id ?? "";
}

async function valuesOf(kind: string, record: string): Promise<{ version: number; values: FieldValues }> {
  const found = await db.transaction(async (tx) => kindNamed(kind)?.record?.read(tx, record));
  if (!found) throw new Error(`There is no ${kind} ${record}.`);
  return found;
}

describe.each(TEXT_KINDS.flatMap((kind) => [[kind, LOGGED[kind]] as const, [`draft:${kind}`, LOGGED[kind]] as const]))(
  "%s",
  (kind, { record, field }) => {
    test("[B-106] an act that the last release logged is undone", async () => {
      const { version, values } = await valuesOf(kind, record);
      const now = values[field];
      const old = earlierThan(now);
      const of = { memberId: owner.id, submission: randomUUID(), action: "change" as const, reason: "" };
      await db.transaction((tx) => logChanges(tx, of, [{ kind, record, version, field, old, new: now }]));

      expect(
        await undo(shop, owner, recordKinds, { of: { act: of.submission }, submission: randomUUID() }),
      ).toMatchObject({
        saved: true,
        changed: 1,
      });

      expect((await valuesOf(kind, record)).values[field]).toEqual(old);
    });
  },
);
