import type { Services } from "~/services";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { cents, formatCents } from "~/shop/money";
import { latestEnd } from "~/shop/orders/changes/change-as-member.server";
import { changeAddress } from "~/shop/orders/changes/change-link";
import type { ChangedGoods } from "~/shop/orders/changes/shopper-change";
import { changedGoods } from "~/shop/orders/changes/shopper-change.server";
import { changesOf } from "~/shop/orders/changes/open-change.server";
import { lastMoment, spokenTime } from "~/shop/shop-time";
import { listed } from "../count-texts";

/** Changes of an order as texts for a member: the change that waits for its payment, and completed changes, newest first. */
export async function changesShown(services: Services, member: Member, number: string, now: Date) {
  const all = await changesOf(services.db, number);
  const names = all.length > 0 ? await memberNames(services.db) : new Map<string, string>();
  const zone = services.settings().timeZone;
  const [maySeeMoney, mayChange] = [can(member, "money.read"), can(member, "orders.change")];
  const wordsOf = async (plan: (typeof all)[number]["plan"]) =>
    becomesWords(await changedGoods(services.db, number, plan));
  const waiting = all.find(({ state }) => state === "waiting");
  const made = all.filter(({ state }) => state === "applied");
  return {
    waiting: waiting && {
      id: waiting.id,
      title: `Waiting for ${maySeeMoney ? formatCents(waiting.difference) : "a payment"} until ${waiting.endsAt ? lastMoment(waiting.endsAt, zone) : "it is paid"}`,
      what: await wordsOf(waiting.plan),
      by: waiting.memberId ? (names.get(waiting.memberId) ?? null) : null,
      letters: waiting.letters + 1,
      link: mayChange ? changeAddress(services, waiting.id) : null,
      mayEnd: mayChange,
      mayHoldLonger: mayChange && waiting.endsAt !== null && waiting.endsAt < latestEnd(waiting),
    },
    made: await Promise.all(
      made.map(async ({ id, plan, closedAt, at, difference, memberId }) => ({
        id,
        at: spokenTime(closedAt ?? at, now, zone),
        what: await wordsOf(plan),
        by: (memberId && names.get(memberId)) ?? null,
        money: maySeeMoney ? moneyWords(difference) : "",
      })),
    ),
  };
}

function becomesWords({ goes, comes }: Pick<Record<"goes" | "comes", ChangedGoods[]>, "goes" | "comes">): string {
  const name = ({ name: of, size, color }: Pick<ChangedGoods, "name" | "size" | "color">) =>
    [of, choiceName(size, color)].filter(Boolean).join(" ");
  const pieces = (goods: ChangedGoods) => `${goods.quantity} ${name(goods)}`;
  const swapped = comes.flatMap((goods) => (goods.instead ? [name(goods.instead)] : []));
  return [
    ...comes.map((goods) => `${pieces(goods)} ${goods.instead ? `in place of ${name(goods.instead)}` : "comes"}`),
    listed(goes.filter((goods) => !swapped.includes(name(goods))).map((goods) => `${pieces(goods)} goes`)),
  ]
    .filter(Boolean)
    .join("; ");
}

const moneyWords = (difference: number): string =>
  difference === 0
    ? "It cost the same."
    : difference > 0
      ? `${formatCents(cents(difference))} more was paid.`
      : `${formatCents(cents(-difference))} went back.`;
