import type { Database } from "~/platform/database.server";
import { byLocks, once } from "~/shop/audit/once.server";
import { pendingOfAll, save, written } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { redirectRecord } from "~/shop/redirects/redirect-record.server";
import { checkedRedirects, type Shop, type TypedRedirect } from "./checked-redirects.server";

interface RedirectForm extends TypedRedirect {
  submission: string;
}

/**
 * Creates or changes the redirect of an old address.
 *
 * @throws {Refusal} `right-missing`; `input-invalid` at `from` or `to` when the old address is an existing page, the redirect
 * would form a circle or a chain, or its target does not exist.
 */
export async function leadOn(services: Shop, member: Member, { submission, ...typed }: RedirectForm): Promise<Saved> {
  return leadAllOn(services, member, { submission, typed: [typed] });
}

/**
 * Creates or changes several redirects, all or none; redirects that exist with the same target stay unchanged.
 *
 * @throws {Refusal} as `leadOn`.
 */
export async function leadAllOn(
  services: Shop,
  member: Member,
  { submission, typed }: { submission: string; typed: readonly TypedRedirect[] },
): Promise<Saved> {
  await requireRight(services, member, "content.change");
  const checked = await checkedRedirects(services, typed);
  const wrong = checked.find(({ fault }) => fault);
  if (wrong?.fault) throw new Refusal("input-invalid", { fields: { [wrong.fault.field]: wrong.fault.text } });
  const form = { submission, kind: "redirects", record: String(typed[0]?.from ?? "").slice(0, 500) };
  return once(services, member, form, async (tx): Promise<Saved> => {
    const edits = checked
      .map(({ from, to }) => ({ kind: redirectRecord, id: from, version: 0, values: { to, isThere: true } }))
      .toSorted((one, other) => byLocks(one.id, other.id));
    const pending = await pendingOfAll(tx, edits);
    const action = pending.length > 1 ? "import" : "change";
    return written(tx, { memberId: member.id, submission, action, reason: "" }, pending);
  });
}

/**
 * Removes the redirect of an old address. Undo restores it.
 *
 * @throws {Refusal} as `save`.
 */
export const removeRedirect = (
  services: { db: Database },
  member: Member,
  { from, version, submission }: { from: string; version: number; submission: string },
): Promise<Saved | Stale> =>
  save(services, member, {
    submission,
    action: "remove",
    edits: [{ kind: redirectRecord, id: from, version, values: { isThere: false } }],
  });
