import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { latestEnd } from "~/shop/orders/changes/change-as-member.server";
import { changedGoods } from "~/shop/orders/changes/shopper-change.server";
import { changesOf } from "~/shop/orders/changes/open-change.server";
import { changeLinks } from "~/shop/orders/letter-links.server";
import { lastMoment, spokenTime } from "~/shop/shop-time";
import { becomesWords, moneyWords, waitingTitle } from "./order-changes-words";

/** Changes of an order as texts for a member: the change that waits for its payment, and completed changes, newest first. */
export async function changesShown(services: Services, member: Member, number: string, now: Date) {
  const all = await changesOf(services.db, number);
  const names = all.length > 0 ? await memberNames(services.db) : new Map<string, string>();
  const zone = services.settings().timeZone;
  const [maySeeMoney, mayChange] = [can(member, "money.read"), can(member, "orders.change")];
  const wordsOf = async (computed: (typeof all)[number]["computed"]) =>
    becomesWords(await changedGoods(services.db, number, computed));
  const waiting = all.find(({ state }) => state === "waiting");
  const made = all.filter(({ state }) => state === "applied");
  return {
    waiting: waiting && {
      id: waiting.id,
      title: waitingTitle(maySeeMoney ? waiting.difference : null, waiting.endsAt && lastMoment(waiting.endsAt, zone)),
      what: await wordsOf(waiting.computed),
      by: waiting.memberId ? (names.get(waiting.memberId) ?? null) : null,
      letters: waiting.letters + 1,
      link: mayChange ? await changeLinks.address(services, waiting.id) : null,
      mayEnd: mayChange,
      mayHoldLonger: mayChange && waiting.endsAt !== null && waiting.endsAt < latestEnd(waiting),
    },
    made: await Promise.all(
      made.map(async ({ id, computed, closedAt, at, difference, memberId }) => ({
        id,
        at: spokenTime(closedAt ?? at, now, zone),
        what: await wordsOf(computed),
        by: (memberId && names.get(memberId)) ?? null,
        money: maySeeMoney ? moneyWords(difference) : "",
      })),
    ),
  };
}
