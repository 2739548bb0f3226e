import { and, eq, gte, lt } from "drizzle-orm";
import { HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { chosenGoods } from "./chosen-goods.tables";

/** Hours after which a stored choice of products is deleted. */
export const KEPT_HOURS = 48;

interface Chosen {
  products: string[];
  /** Description of the choice, such as `all that match "jacket"`. */
  words: string;
  /** Address of the list on which the products were chosen. */
  cameFrom: string;
}

/**
 * Stores the chosen products, so that an act changes exactly these, even if the list matches other products later. Returns the id
 * of the choice.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function keepChosen(
  services: Pick<Services, "db">,
  member: Member,
  chosen: Chosen,
  now = new Date(),
): Promise<string> {
  await requireRight(services, member, "goods.change");
  await services.db.delete(chosenGoods).where(lt(chosenGoods.chosenAt, oldest(now)));
  const [kept] = await services.db
    .insert(chosenGoods)
    .values({ ...chosen, products: [...new Set(chosen.products)], memberId: member.id, chosenAt: now })
    .returning({ id: chosenGoods.id });
  if (!kept) throw new Error("The chosen goods were not kept.");
  return kept.id;
}

/**
 * Products that this member chose; undefined for an expired or unknown choice, and for a choice of another member.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function chosenBy(
  services: Pick<Services, "db">,
  member: Member,
  id: string,
  now = new Date(),
): Promise<Chosen | undefined> {
  await requireRight(services, member, "goods.change");
  const isOwn = and(
    eq(chosenGoods.id, id),
    eq(chosenGoods.memberId, member.id),
    gte(chosenGoods.chosenAt, oldest(now)),
  );
  const [chosen] = await services.db.select().from(chosenGoods).where(isOwn);
  return chosen && { products: chosen.products, words: chosen.words, cameFrom: chosen.cameFrom };
}

const oldest = (now: Date): Date => new Date(now.getTime() - KEPT_HOURS * HOUR);
