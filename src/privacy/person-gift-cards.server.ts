import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Cents } from "~/shop/money";

/** A gift card of a person that is worth something; whoever has its letter may go on spending it. */
export interface PersonGiftCard {
  id: string;
  lastFour: string;
  left: Cents;
  /** Day on which its letter leaves, if it has not left yet; null for one that has left, or that the mail server refused. */
  waitsFor: string | null;
}

/** Open gift cards that are worth something and whose letter goes, or went, to a mailbox. */
export async function giftCardsOfPerson(db: Database, email: string): Promise<PersonGiftCard[]> {
  const { rows } = await db.execute<PersonGiftCard & Record<string, unknown>>(sql`
    select id, last_four as "lastFour", gift_card_left(id)::int as left,
      case when sent_at is null and refused_at is null then send_on::text end as "waitsFor"
    from gift_cards where lower(email) = ${email} and state = 'open' and gift_card_left(id) > 0 order by made_at, id`);
  return rows;
}

/** Cards of a person whose letter has not left yet: without its address it never would. */
export const unsentCardsOf = async (db: Database, email: string): Promise<PersonGiftCard[]> =>
  (await giftCardsOfPerson(db, email)).filter(({ waitsFor }) => waitsFor !== null);
