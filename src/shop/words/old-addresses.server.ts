import type { Database } from "~/platform/database.server";
import { byLocks, once } from "~/shop/audit/once.server";
import { pendingOfAll, save, written } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { oldPathOf } from "~/shop/redirects/old-address";
import { redirectFault, redirectIndex } from "~/shop/redirects/redirect-fault";
import { redirectRecord } from "~/shop/redirects/redirect-record.server";
import { redirectsInForce } from "~/shop/redirects/redirects.server";
import { leadsSomewhere } from "./leads-somewhere.server";

interface Shop {
  db: Database;
  /** Public URL of the shop. */
  address: string;
}

/** An old address and the target of its redirect, as typed or imported. */
export interface TypedRedirect {
  from: string;
  to: string;
}

/** Effect that a typed redirect would have, or the error in it. */
export type CheckedRedirect =
  | { from: string; to: string; state: "new" | "changed" | "same"; fault?: undefined }
  | { from: string; to: string; fault: { field: "from" | "to"; text: string } };

/**
 * Checks typed redirects against the redirects in force and against each other. Of two with the same old address, the first is
 * used.
 */
export async function checkedRedirects(
  { db, address }: Shop,
  typed: readonly TypedRedirect[],
): Promise<CheckedRedirect[]> {
  const inForce = await redirectsInForce(db);
  const given = typed.map((each) => ({ from: oldPathOf(each.from, address), to: ownPath(each.to, address), each }));
  const together = new Map(inForce);
  const firsts = new Map<string, (typeof given)[number]>();
  for (const one of given)
    if (one.from !== undefined && one.to !== "" && !firsts.has(one.from)) firsts.set(one.from, one);
  for (const [from, { to }] of firsts) together.set(from, to);
  const index = redirectIndex(together);
  const known = new Map<string, boolean>();
  const leads = async (href: string): Promise<boolean> => {
    const answer = known.get(href) ?? (await leadsSomewhere(db, href));
    known.set(href, answer);
    return answer;
  };
  const checked: CheckedRedirect[] = [];
  for (const one of given) {
    const { from, to, each } = one;
    const fault = await faultOf(one, { isFirst: from !== undefined && firsts.get(from) === one, index, leads });
    if (fault) checked.push({ from: from ?? each.from, to: each.to, fault });
    else if (from !== undefined) {
      const before = inForce.get(from);
      checked.push({ from, to, state: before === undefined ? "new" : before === to ? "same" : "changed" });
    }
  }
  return checked;
}

/** Converts a URL of this shop to its path. */
const ownPath = (to: string, address: string): string => {
  const text = to.trim();
  return text.toLowerCase().startsWith(`${address.toLowerCase()}/`) ? text.slice(address.length) : text;
};

interface Beside {
  isFirst: boolean;
  index: ReturnType<typeof redirectIndex>;
  leads(href: string): Promise<boolean>;
}

async function faultOf(
  { from, to, each }: { from: string | undefined; to: string; each: TypedRedirect },
  { isFirst, index, leads }: Beside,
): Promise<{ field: "from" | "to"; text: string } | undefined> {
  if (each.from.trim() === "") return { field: "from", text: "Write the old address." };
  if (from === undefined)
    return { field: "from", text: "Write a path of this shop, such as /pages/shipping, without what follows a ?." };
  if (to === "") return { field: "to", text: "Write where it leads." };
  if (!isFirst) return { field: "from", text: "This address stands further up already." };
  if (await leads(from))
    return { field: "from", text: "The shop has a page there: shoppers see it, and nobody is led on." };
  const fault = redirectFault(from, to, index);
  if (fault) return fault;
  if (!(await leads(to)))
    return { field: "to", text: "This leads to nothing. Choose a page of the shop, or https://." };
  return undefined;
}

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
    const act = { memberId: member.id, submission, action: pending.length > 1 ? "import" : "change", reason: "" };
    return written(tx, act, pending);
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
