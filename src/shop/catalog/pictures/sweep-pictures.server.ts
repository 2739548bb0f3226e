import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import { sweepUnused } from "~/platform/media-uses.server";

/** Days for which a removed picture is kept, so that the removal can be undone. */
const UNUSED_DAYS = 30;

/** Deletes pictures that were unused for a month. */
export async function sweepPictures(services: Pick<Services, "db" | "pictures">, now = new Date()): Promise<void> {
  const unusedBefore = new Date(now.getTime() - UNUSED_DAYS * DAY);
  await sweepUnused(services, { unusedBefore, now });
}
