import type { Services } from "~/services";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { levels, levelsOf } from "~/shop/catalog/stock/levels.server";
import { variantsByCode } from "~/shop/catalog/stock/variants-by-code.server";
import type { Member } from "~/shop/members/member";
import { levelLines } from "./stock.server";

/** Most variants shown by a search. */
const FOUND = 12;

/**
 * Variants found: all with exactly this SKU or barcode, otherwise the first whose words match.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findVariants(services: Services, member: Member, text: string) {
  if (!text) return { hits: [], by: null };
  const ofCode = (await variantsByCode(services.db, [text])).get(text.toLowerCase()) ?? [];
  const [first] = ofCode;
  if (first) {
    const found = await levelsOf(
      services,
      member,
      ofCode.map(({ id }) => id),
    );
    return { hits: await levelLines(services, found), by: first.by };
  }
  const filter: LevelFilter = { show: "all", text, categories: [], shelf: null, order: "name", after: null };
  return { hits: await levelLines(services, await levels(services, member, filter, FOUND)), by: null };
}
