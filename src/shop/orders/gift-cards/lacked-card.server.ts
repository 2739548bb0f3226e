import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { orderEvents } from "../orders.tables";

/** Lack for which a late payment makes no order: the pieces were sold, or a gift card had less. */
export type Lack = "pieces" | "gift-card";

/** Whether the money of a draft went back because a gift card had less when its payment arrived. */
export const hasLackedCard = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(
    orderEvents,
    and(
      eq(orderEvents.orderNumber, number),
      eq(orderEvents.kind, "refund-asked"),
      sql`${orderEvents.details}->>'lack' = ${"gift-card" satisfies Lack}`,
    ),
  )) > 0;
