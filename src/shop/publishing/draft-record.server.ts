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
import { type Complaint, complaintsOfFaq } from "./publish-checks";
import { TEXT_KINDS, type TextKind } from "./text-id";

/** Reads and locks the stored draft of a record. A row with empty `values` means that there is no draft. */
export async function lockedDraft(tx: Transaction, kind: string, record: string) {
  const [row] = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.kind, kind), eq(drafts.record, record)))
    .for("update");
  return row && { ...row, values: row.values as FieldValues, base: row.base as FieldValues };
}

/**
 * Makes the record kind of a record's draft: the record's fields with the drafted values. Its version is the sum of the draft's
 * and the record's, so that a form notices a change of either. Drafted values that equal the published ones are dropped.
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

/** A kind of texts that can have drafts. */
export interface DraftedKind extends OwnRules {
  kind: TextKind;
  live: RecordKind;
  draft: RecordKind;
}

/** Rules of one kind of texts, in addition to those of all. */
interface OwnRules {
  /** Names of Markdown fields, in addition to `markdown`. */
  markdown?: readonly string[];
  /** Names in braces that texts of this kind may contain in addition to settings. */
  chips?(id: string): readonly string[];
  /** Errors, by field, that prevent saving the draft. */
  refuses?(id: string, values: FieldValues): Complaint[];
  /** Checks of this kind before publication, in addition to those of all texts; `changed` are the fields of the draft. */
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

const texts: Record<TextKind, OwnRules & { live: RecordKind }> = {
  page: {
    live: pageRecord,
    complaints: (db, id, values, changed) => (id === "home" ? homeComplaints(db, values, changed) : []),
  },
  faq: { live: faqRecord, complaints: (_, __, values) => complaintsOfFaq(values) },
  menu: { live: menuRecord },
  article: { live: articleRecord, markdown: ["text"], complaints: (_, __, values) => articleComplaints(values) },
  letter: {
    live: letterRecord,
    chips(id) {
      const form = letterForm(id);
      return Object.values(form?.fields ?? {}).flatMap((field) => (form ? chipsOf(form, field) : []));
    },
    refuses: letterComplaints,
    complaints: (_, id, values) => letterComplaints(id, values),
  },
  search: { live: searchRecord },
  chapter: { live: chapterRecord, complaints: ofCommunity("chapter") },
  event: { live: eventRecord, complaints: ofCommunity("event") },
  film: { live: filmRecord, complaints: ofCommunity("film") },
  post: { live: postRecord, complaints: ofCommunity("post") },
};

/** All kinds of texts, each with the record that is published and that of its draft. */
export const draftedKinds: readonly DraftedKind[] = TEXT_KINDS.map((kind) => ({
  kind,
  draft: draftOf(texts[kind].live),
  ...texts[kind],
}));

function letterComplaints(id: string, values: FieldValues): Complaint[] {
  const form = letterForm(id);
  return Object.entries(values).flatMap(([field, value]) => {
    const text = form && letterComplaint(form, field, String(value ?? ""));
    return text === undefined ? [] : [{ field, text }];
  });
}

/** Kind of texts by its stored name. Throws for an unknown kind. */
export function draftedKind(kind: TextKind): DraftedKind {
  const found = draftedKinds.find((each) => each.kind === kind);
  if (!found) throw new Error(`Texts of the kind ${kind} have no drafts.`);
  return found;
}
