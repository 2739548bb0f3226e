import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { isSame, type RecordKind } from "~/shop/audit/record-kind.server";
import type { FieldValues } from "~/shop/audit/saving";
import { articleRecord } from "~/shop/blog/article-record.server";
import { articleComplaints } from "~/shop/blog/article";
import { communityComplaints, type CommunityKind } from "~/shop/community/community-forms";
import { chapterRecord, eventRecord, filmRecord, postRecord } from "~/shop/community/community-records.server";
import { chipsOf, letterComplaint } from "~/shop/texts/letters/letter-check";
import { letterForm } from "~/shop/texts/letters/letter-forms";
import { letterRecord } from "~/shop/texts/letters/letter-record.server";
import { searchRecord } from "./search-record.server";
import { faqRecord } from "~/shop/texts/faq-record.server";
import { menuRecord } from "~/shop/texts/menu-record.server";
import { pageRecord } from "~/shop/texts/page-record.server";
import { drafts } from "./drafts.tables";
import { homeComplaints } from "./home-complaints.server";
import { type Complaint, complaintsOfFaq } from "./word-checks";
import type { WordsKind } from "./words-id";

/** The stored draft of a record, locked for this transaction; without values there is none. */
export async function lockedDraft(tx: Transaction, kind: string, record: string) {
  const [row] = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.kind, kind), eq(drafts.record, record)))
    .for("update");
  return row && { ...row, values: row.values as FieldValues, base: row.base as FieldValues };
}

/**
 * Record kind of the draft of a record: its fields as they would be on the shop. Its version grows with every change of the draft and of
 * the record, so that a form opened before either is noticed. Values that equal the shop's are dropped.
 */
function draftOf(live: RecordKind): RecordKind {
  return {
    kind: `draft:${live.kind}`,
    right: live.right,
    fields: live.fields,
    async read(tx, id) {
      const shown = await live.read(tx, id);
      if (!shown) return undefined;
      const draft = await lockedDraft(tx, live.kind, id);
      return { version: shown.version + (draft?.version ?? 0), values: { ...shown.values, ...draft?.values } };
    },
    async write(tx, id, changes, version, { memberId }) {
      const shown = await live.read(tx, id);
      const draft = await lockedDraft(tx, live.kind, id);
      if (!shown || shown.version + (draft?.version ?? 0) !== version) return undefined;
      const differing = Object.entries({ ...draft?.values, ...changes }).filter(
        ([field, value]) => !isSame(value, shown.values[field]),
      );
      const base = differing.map(([field]) => [
        field,
        field in (draft?.base ?? {}) ? draft?.base[field] : shown.values[field],
      ]);
      const row = { values: Object.fromEntries(differing), base: Object.fromEntries(base) as FieldValues };
      const isNew = Object.keys(draft?.values ?? {}).length === 0;
      const begun = isNew ? { memberId, begunAt: sql`now()` } : {};
      await tx
        .insert(drafts)
        .values({ kind: live.kind, record: id, ...row, memberId, version: 1 })
        .onConflictDoUpdate({
          target: [drafts.kind, drafts.record],
          set: { ...row, ...begun, changedAt: sql`now()`, version: sql`${drafts.version} + 1` },
        });
      return version + 1;
    },
  };
}

export const pageDraftRecord: RecordKind = draftOf(pageRecord);
export const faqDraftRecord: RecordKind = draftOf(faqRecord);
export const menuDraftRecord: RecordKind = draftOf(menuRecord);

export const articleDraftRecord: RecordKind = draftOf(articleRecord);
export const letterDraftRecord: RecordKind = draftOf(letterRecord);
export const searchDraftRecord: RecordKind = draftOf(searchRecord);
export const chapterDraftRecord: RecordKind = draftOf(chapterRecord);
export const eventDraftRecord: RecordKind = draftOf(eventRecord);
export const filmDraftRecord: RecordKind = draftOf(filmRecord);
export const postDraftRecord: RecordKind = draftOf(postRecord);

/** A kind of texts with its drafts. */
export interface DraftedKind {
  live: RecordKind;
  draft: RecordKind;
  /** Markdown fields besides one that is called `markdown`. */
  markdown?: readonly string[];
  /** Names in braces that its texts may hold beside settings. */
  chips?(id: string): readonly string[];
  /** Complaints that keep texts from being saved as a draft, beside their fields. */
  refuses?(id: string, values: FieldValues): Complaint[];
  /** Checks of its own before it goes on the shop, beside those of all texts; `changed` are the fields of the draft. */
  complaints?(
    db: Database,
    id: string,
    values: FieldValues,
    changed: readonly string[],
  ): Promise<Complaint[]> | Complaint[];
}

const ofCommunity =
  (kind: CommunityKind) =>
  (_: Database, __: string, values: FieldValues): Complaint[] =>
    communityComplaints(kind, values);

const drafted: readonly DraftedKind[] = [
  {
    live: pageRecord,
    draft: pageDraftRecord,
    complaints: (db, id, values, changed) => (id === "home" ? homeComplaints(db, values, changed) : []),
  },
  { live: faqRecord, draft: faqDraftRecord, complaints: (_, __, values) => complaintsOfFaq(values) },
  { live: menuRecord, draft: menuDraftRecord },
  {
    live: articleRecord,
    draft: articleDraftRecord,
    markdown: ["text"],
    complaints: (_, __, values) => articleComplaints(values),
  },
  {
    live: letterRecord,
    draft: letterDraftRecord,
    chips(id) {
      const form = letterForm(id);
      return Object.values(form?.fields ?? {}).flatMap((field) => (form ? chipsOf(form, field) : []));
    },
    refuses: letterComplaints,
    complaints: (_, id, values) => letterComplaints(id, values),
  },
  { live: searchRecord, draft: searchDraftRecord },
  { live: chapterRecord, draft: chapterDraftRecord, complaints: ofCommunity("chapter") },
  { live: eventRecord, draft: eventDraftRecord, complaints: ofCommunity("event") },
  { live: filmRecord, draft: filmDraftRecord, complaints: ofCommunity("film") },
  { live: postRecord, draft: postDraftRecord, complaints: ofCommunity("post") },
];

function letterComplaints(id: string, values: FieldValues): Complaint[] {
  const form = letterForm(id);
  return Object.entries(values).flatMap(([field, value]) => {
    const text = form && letterComplaint(form, field, String(value ?? ""));
    return text === undefined ? [] : [{ field, text }];
  });
}

/** A kind of texts with its drafts, by its stored name. */
export function draftedKind(kind: WordsKind): DraftedKind {
  const found = drafted.find(({ live }) => live.kind === kind);
  if (!found) throw new Error(`Texts of the kind ${kind} have no drafts.`);
  return found;
}
