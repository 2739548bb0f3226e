import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { kindCounted } from "~/shop/orders/kinds-apart.server";
import { clockTime, dayIn, zoneName } from "~/shop/shop-time";
import { figures, periodIn } from "./figures-address";
import { ALL_ROWS, type Asked, ON_A_PAGE, ON_PAPER } from "./screen";
import { SCREENS } from "./screens.server";

const MOST = { screen: ON_A_PAGE, paper: ON_PAPER, file: ALL_ROWS };

/** Returns the data of a screen of figures for the parameters of an address; undefined for an unknown screen. */
export async function askedSheet(
  services: Services,
  member: Member,
  {
    screen,
    search,
    now,
    made = "screen",
  }: { screen: string; search: URLSearchParams; now: Date; made?: keyof typeof MOST },
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
    most: MOST[made],
    isFile: made === "file",
  };
  const [sheet, kind] = await Promise.all([known.sheet(asked), kindCounted(services.db)]);
  return { sheet, view, period, today, clock, kind, screen, zone: zoneName(now, zone), lists: known.lists ?? [] };
}
