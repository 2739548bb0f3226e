import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { leaveMissed, type MissedAddress, missedList } from "~/shop/redirects/missed-addresses.server";
import { redirectAt, redirectList } from "~/shop/redirects/redirects.server";
import { spokenTime } from "~/shop/shop-time";
import { leadOn, removeRedirect } from "~/shop/publishing/save-redirects.server";
import type { FormOutcome, SentForm } from "../../forms/form-action.server";
import { nearestPage } from "./nearest-page";
import { pageTargets, productTargets } from "./link-targets.server";
import { pageSizes } from "../../page-sizes";

/** A redirect as a line of the list. */
export interface RedirectLine {
  from: string;
  to: string;
  hits: number;
  /** Time of the last request; null if there was none. */
  last: string | null;
  /** Name of the member who made it; null if the shop made it by itself. */
  by: string | null;
  at: string;
  version: number;
}

/** A missed address, with the page of the shop that is most similar to it. */
export interface MissedLine extends MissedAddress {
  nearest: { to: string; name: string } | null;
}

/**
 * Old addresses with their redirects, and missed addresses.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function redirectsPage(
  services: Services,
  member: Member,
  { text, page, from }: { text: string; page: number; from: string },
  now: Date,
) {
  const { timeZone } = services.settings();
  const [list, missed, names, targets] = await Promise.all([
    redirectList(services, member, { text, skip: page * pageSizes.oldAddresses, most: pageSizes.oldAddresses }),
    missedList(services, member, now),
    memberNames(services.db),
    pageTargets(services.db),
  ]);
  const nearby = missed.length > 0 ? [...targets, ...(await productTargets(services.db))] : [];
  const opened = from === "" ? undefined : await redirectAt(services.db, from);
  return {
    text,
    count: list.count,
    page,
    pages: Math.ceil(list.count / pageSizes.oldAddresses),
    lines: list.redirects.map(({ memberId, madeAt, lastHitAt, hits, ...row }): RedirectLine => ({
      from: row.from,
      to: row.to,
      version: row.version,
      hits,
      last: lastHitAt && spokenTime(lastHitAt, now, timeZone),
      by: memberId && (names.get(memberId) ?? "Somebody"),
      at: spokenTime(madeAt, now, timeZone),
    })),
    missed: missed.map((each): MissedLine => ({ ...each, nearest: nearestPage(each.path, nearby) })),
    targets,
    stored: { from, to: opened?.to ?? "" },
    mayChange: can(member, "content.change"),
    submission: randomUUID(),
  };
}

const HERE = "/words/old-addresses";

/**
 * Saves a redirect from the typed address.
 *
 * @throws {Refusal} as `leadOn`.
 */
export async function addRedirect(
  { services, member, submission }: SentForm,
  typed: { from: string; to: string },
): Promise<FormOutcome> {
  const saved = await leadOn(services, member, { submission, ...typed });
  return { to: HERE, act: saved.changed > 0 ? saved.act : null };
}

/** Deletes the redirect from an old address. */
export async function dropRedirect(
  { services, member, submission, version }: SentForm,
  { from }: { from: string },
): Promise<FormOutcome> {
  const saved = await removeRedirect(services, member, { from, version, submission });
  if (!saved.saved) return { late: "Somebody changed this address meanwhile. Look again, then decide." };
  return { to: HERE, act: saved.changed > 0 ? saved.act : null };
}

/** Removes a missed address from the list. */
export async function leaveAddress({ services, member }: SentForm, { path }: { path: string }): Promise<FormOutcome> {
  await leaveMissed(services, member, path);
  return { to: HERE, act: null };
}
