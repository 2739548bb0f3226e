import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { kindCounted } from "~/shop/orders/kinds-apart.server";
import { clockTime, dayIn, zoneName } from "~/shop/shop-time";
import { figures, periodIn } from "./figures-address";
import { ALL_ROWS, type Asked, ON_A_PAGE, ON_PAPER } from "./screen";
import { SCREENS } from "./screens.server";
import type { Sheet } from "./sheet";
import { shownFilters } from "./shown-filters.server";
import { spanWords } from "./figures-words";

const MOST = { screen: ON_A_PAGE, paper: ON_PAPER, file: ALL_ROWS };

/** Returns the data of a screen of figures for the parameters of an address; undefined for an unknown screen. */
export async function askedSheet(
  services: Services,
  member: Member,
  {
    screen,
    search,
    now,
    form = "screen",
  }: { screen: string; search: URLSearchParams; now: Date; form?: keyof typeof MOST },
) {
  await requireRight(services, member, "figures.read");
  const known = Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined;
  if (!known) return undefined;
  const zone = services.settings().timeZone;
  const today = dayIn(now, zone);
  const view = figures.viewIn(search);
  const period = periodIn(view, today);
  const clock = clockTime(now, zone);
  const mayCost = can(member, "goods.cost.read");
  const asked: Asked = {
    services,
    member,
    view,
    period,
    now,
    today,
    clock,
    mayCost,
    most: MOST[form],
    isFile: form === "file",
  };
  const [made, kind, filters] = await Promise.all([
    known.sheet(asked),
    kindCounted(services.db),
    shownFilters(services.db, view, known.filters?.(view.show) ?? []),
  ]);
  const { before } = period;
  const hasBeside = known.isCompared?.(view) ?? false;
  const sheet: Sheet =
    hasBeside && before !== null ? { ...made, head: `${made.head} Beside: ${spanWords(before)}.` } : made;
  const lists = known.lists ?? [];
  const screens = Object.entries(SCREENS).map(([to, { name }]) => ({ to, name }));
  return {
    sheet,
    view,
    period,
    today,
    clock,
    kind,
    screen,
    screens,
    zone: zoneName(now, zone),
    lists,
    filters,
    hasBeside,
  };
}
