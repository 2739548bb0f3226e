import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import type { SizeGuide } from "~/shop/catalog/size-guides/size-guide";
import { sizeGuideRecord } from "~/shop/catalog/size-guides/size-guide-record.server";
import { createSizeGuide, openSizeGuide } from "~/shop/catalog/size-guides/size-guides.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { staleRecord } from "../stale-record.server";
import { formatGuide, parseGuide } from "./guide-form";
import { guideLabel, guideValueWords } from "./guide-words";

const EMPTY: SizeGuide = { name: "", words: "", unit: "in", table: { measures: [], sizes: [] } };

/** Maximum number of products named on a guide's page. */
const NAMED = 100;

/** Data of a size guide's page: an empty guide for the id null, null for an unknown id. */
export async function guidePage(services: Services, member: Member, id: string | null) {
  if (id === null) await requireRight(services, member, "goods.change");
  const opened = id === null ? null : await openSizeGuide(services, member, id, NAMED);
  if (id !== null && !opened) return null;
  const guide = opened?.guide ?? EMPTY;
  return {
    id,
    name: guide.name,
    fields: formatGuide(guide),
    version: opened?.guide.version ?? 0,
    isPutAway: Boolean(opened?.guide.putAwayAt),
    users: opened?.users ?? [],
    count: opened?.count ?? 0,
    mayChange: can(member, "goods.change"),
    submission: randomUUID(),
  };
}

/**
 * Saves a size guide's form; creates a guide if the id is null.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `record-unknown`, `submission-foreign`.
 */
export async function saveGuide(
  { services, member, submission, version, wanted, typed }: SentForm,
  id: string | null,
): Promise<FormOutcome> {
  const read = parseGuide(typed);
  if (read.errors) return { errors: read.errors };
  if (id === null) {
    const made = await createSizeGuide(services, member, submission, read.values as unknown as SizeGuide);
    return { to: `/goods/size-guides/${made.id}`, act: made.act };
  }
  const edits = [{ kind: sizeGuideRecord, id, version, values: wanted(read.values) }];
  const result = await save(services, member, { submission, edits });
  if (result.saved) return { to: `/goods/size-guides/${id}`, act: result.act };
  return { conflict: await staleRecord(services, result, { label: guideLabel, value: guideValueWords }) };
}

/**
 * Archives a size guide that no product uses, or restores it.
 *
 * @throws {Refusal} as `saveGuide`; `input-invalid` if a product uses the guide.
 */
export async function turnGuide(
  { services, member, submission, version }: SentForm,
  id: string,
  isAway: boolean,
): Promise<FormOutcome> {
  const values = { putAwayAt: isAway ? new Date().toISOString() : null };
  const result = await save(services, member, { submission, edits: [{ kind: sizeGuideRecord, id, version, values }] });
  if (result.saved) return { to: `/goods/size-guides/${id}`, act: result.act };
  return { late: "Somebody changed this guide meanwhile. Look again, then decide." };
}
