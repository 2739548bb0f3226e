import type { Services } from "~/services";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { levels, levelsOf } from "~/shop/catalog/stock/levels.server";
import { variantsByCode } from "~/shop/catalog/naming/variants-by-code.server";
import { folded } from "~/shop/folded-text";
import type { Member } from "~/shop/members/member";
import { levelLines } from "./stock.server";

/** Maximum number of variants that a search shows. */
const FOUND = 12;

/**
 * Variants that a search finds: all with exactly this SKU or barcode; if there are none, the first whose text matches.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findVariants(services: Services, member: Member, text: string) {
  if (!text) return { hits: [], by: null };
  const ofCode = (await variantsByCode(services.db, [text])).get(folded(text)) ?? [];
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
