import { previewedTexts } from "~/shop/texts/previewed-texts.server";
import type { CommunityKind } from "./community-forms";
import {
  communityColumns,
  type CommunityRows,
  type CommunityValues,
  communityValues,
  emptyCommunity,
} from "./community-values.server";

/** Rows that the shop shows; a preview has the changes of drafts, and also shows rows that are not published yet. */
export function shownRows<K extends CommunityKind>(kind: K, rows: CommunityRows[K][]): CommunityRows[K][] {
  const drafted = previewedTexts()?.records.get(kind);
  if (!drafted || drafted.size === 0) return rows.filter(({ hidden }) => !hidden);
  const valuesOf: (row: CommunityRows[K]) => CommunityValues = communityValues[kind];
  const columnsOf: (values: CommunityValues, row?: CommunityRows[K]) => Omit<CommunityRows[K], "id" | "version"> =
    communityColumns[kind];
  const known = new Set(rows.map(({ id }) => id));
  const withDraft = (id: string, row?: CommunityRows[K]): CommunityRows[K] => {
    const values = { ...(row ? valuesOf(row) : emptyCommunity[kind]), ...(drafted.get(id) as CommunityValues) };
    return { ...columnsOf(values, row), id, version: row?.version ?? 0 } as CommunityRows[K];
  };
  const added = [...drafted.keys()].filter((id) => !known.has(id)).map((id) => withDraft(id));
  return [...rows.map((row) => (drafted.has(row.id) ? withDraft(row.id, row) : row)), ...added].filter(
    ({ hidden }) => !hidden,
  );
}
