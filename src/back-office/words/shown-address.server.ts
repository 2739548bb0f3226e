import type { Services } from "~/services";
import { cardsById, markedBestSellers } from "~/shop/catalog/catalog.server";
import type { WordsId } from "~/shop/words/words-id";
import { formOf, publicAddress } from "./words-address";

/** Public address that shows a text; words beside every product are shown at one that sells well. */
export async function shownAddress(
  { db, settings }: Pick<Services, "db" | "settings">,
  words: WordsId,
): Promise<string> {
  if (words.kind !== "page" || !formOf(words.id)?.isBesideProducts) return publicAddress(words);
  const [card] = await cardsById(db, await markedBestSellers(db, 1), settings());
  return card?.address ?? publicAddress(words);
}
