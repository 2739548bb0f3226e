import type { Services } from "~/services";
import { cardsById, markedBestSellers } from "~/shop/catalog/catalog.server";
import type { WordsId } from "~/shop/words/words-id";
import { formOf, publicAddress } from "./words-address";

/** Address on the shop that shows a text. Texts that are beside every product are shown on the page of a best seller. */
export async function shownAddress(
  { db, settings }: Pick<Services, "db" | "settings">,
  words: WordsId,
): Promise<string> {
  if (words.kind !== "page" || !formOf(words.id)?.isBesideProducts) return publicAddress(words);
  const [card] = await cardsById(db, await markedBestSellers(db, 1), settings());
  return card?.address ?? publicAddress(words);
}
