import type { Services } from "~/services";
import { postAddress } from "~/shop/blog/post";
import { cardsById, markedBestSellers } from "~/shop/catalog/catalog.server";
import type { PreviewedTexts } from "~/shop/texts/previewed-texts.server";
import { draftedKind } from "~/shop/publishing/draft-record.server";
import type { TextId } from "~/shop/publishing/text-id";
import { formOf, publicAddress } from "./texts-address";

/** Address on the shop that shows a text. Texts that are beside every product are shown on the page of a best seller. */
export async function shownAddress({ db }: Pick<Services, "db">, words: TextId): Promise<string> {
  if (words.kind !== "page" || !formOf(words.id)?.isBesideProducts) return publicAddress(words);
  const [card] = await cardsById(db, await markedBestSellers(db, 1), { lowStock: 0, offers: [] });
  return card?.address ?? publicAddress(words);
}

/**
 * Address on the shop that shows a text in a preview. The address of an article depends on its previewed title, that of a chapter
 * on its previewed state.
 */
export async function previewAddress(
  services: Pick<Services, "db">,
  words: TextId,
  texts: PreviewedTexts,
): Promise<string> {
  const { kind, id } = words;
  if (kind !== "article" && kind !== "chapter") return shownAddress(services, words);
  const live = await services.db.transaction((tx) => draftedKind(kind).live.read(tx, id));
  const { title, state }: Record<string, unknown> = { ...live?.values, ...texts.records.get(kind)?.get(id) };
  if (kind === "chapter") return `/community?state=${encodeURIComponent(String(state ?? ""))}`;
  return title ? postAddress({ title: String(title) }) : publicAddress(words);
}
