import type { Database } from "~/platform/database.server";
import { oldPathOf } from "~/shop/redirects/old-address";
import { redirectFault, type RedirectFault, redirectFaults, redirectIndex } from "~/shop/redirects/redirect-fault";
import { redirectsInForce } from "~/shop/redirects/redirects.server";
import { leadsSomewhere } from "./leads-somewhere.server";

export interface Shop {
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
  | { from: string; to: string; fault: RedirectFault };

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
): Promise<RedirectFault | undefined> {
  if (each.from.trim() === "") return redirectFaults.noAddress;
  if (from === undefined) return redirectFaults.noPath;
  if (to === "") return redirectFaults.noTarget;
  if (!isFirst) return redirectFaults.twice;
  if (await leads(from)) return redirectFaults.isPage;
  const fault = redirectFault(from, to, index);
  if (fault) return fault;
  if (!(await leads(to))) return redirectFaults.leadsNowhere;
  return undefined;
}
