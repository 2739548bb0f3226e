import { sql } from "drizzle-orm";
import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { dayIn } from "~/shop/shop-time";
import { LowStock, lowStockSubject } from "./low-stock.email";
import { variantName } from "./variant-name";

/** Queue of the low-stock letter to the merchant. */
export const NOTIFY_LOW_STOCK = "tell-low-stock";
export interface NotifyLowStock {
  /** Day in the shop's time zone, such as 2026-11-20. */
  day: string;
}

/** Hour of the day in the shop's time zone from which the letter is sent. */
const HOUR = 7;
/** Maximum number of variants listed in the letter. */
const NAMED = 50;

/** Enqueues the letter once a day, if the setting asks for it. Called every hour by catalog.jobs.ts. */
export async function enqueueLowStock(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  now = new Date(),
): Promise<void> {
  const { lowStockLetter, timeZone } = settings();
  if (!lowStockLetter || hourIn(now, timeZone) < HOUR) return;
  const day = dayIn(now, timeZone);
  await jobs.enqueue(db, NOTIFY_LOW_STOCK, { day } satisfies NotifyLowStock, { key: day });
}

const hourIn = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat("en-US", { hour: "2-digit", hourCycle: "h23", timeZone }).format(at));

/** Sends a letter about all published variants at or below their low mark; sends none if there are no such variants. */
export async function sendLowStock(
  { db, mail, settings, address }: Pick<Services, "db" | "mail" | "settings" | "address">,
  day: string,
): Promise<void> {
  const { lowStock, supportEmail } = settings();
  const { rows } = await db.execute<{ name: string; size: string; color: string; left: number; all: number }>(sql`
    select p.name, v.size, v.color, v.stock as left, (count(*) over ())::int as all
    from variants v join products p on p.id = v.product_id
    where v.stock <= coalesce(p.low_mark, ${lowStock}::int) and v.retired_at is null and p.published_status = 'published'
    order by v.stock, p.name, v.position, v.id limit ${NAMED}`);
  const [first] = rows;
  if (!first) return;
  const variants = rows.map(({ name, size, color, left }) => ({ name: variantName(name, size, color), left }));
  await mail.send({
    ...(await renderLetter(createElement(LowStock, { variants, count: first.all, settings: settings(), address }))),
    to: supportEmail,
    subject: lowStockSubject(first.all),
    key: `low-stock-${day}`,
  });
}
