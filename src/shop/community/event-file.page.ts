import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import { orNotFound } from "~/shop/form";
import { dayIn } from "~/shop/shop-time";
import type { Route } from "./+types/event-file.page";
import { calendarFile } from "./calendar-file";
import { nextOccurrence } from "./schedule-days";
import { eventById } from "./community.server";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

/** Returns the next occurrence of an event as a calendar file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const event = orNotFound(await eventById(db, params.event));
  const today = dayIn(new Date(), settings().timeZone);
  const turn = nextOccurrence(event.schedule, today);
  const file = calendarFile({ event, turn, shopName: settings().shopName, page: `${address}/community`, today });
  return new Response(file, {
    headers: {
      ...publicPage,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="event.ics"',
    },
  });
}
