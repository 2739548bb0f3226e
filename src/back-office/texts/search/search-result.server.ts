import { decodeEntities } from "~/platform/html-tag";
import type { Services } from "~/services";
import { NO_SEARCH_TEXTS } from "~/shop/texts/search-texts.server";
import { quotable } from "~/shop/settings";
import type { PreviewedTexts } from "~/shop/texts/previewed-texts.server";
import type { TextId } from "~/shop/publishing/text-id";
import type { DrawPage } from "../../context";
import { publicAddress } from "../texts-address";

/** Title and description that a page has in search results if no member wrote any; null for texts of another kind. */
export async function searchResult(services: Services, words: TextId, draw: DrawPage | null) {
  if (words.kind !== "search") return null;
  const address = publicAddress(words);
  const texts: PreviewedTexts = {
    pages: new Map(),
    records: new Map([["search", new Map([[words.id, NO_SEARCH_TEXTS]])]]),
  };
  const html = draw ? await (await draw(address, { texts })).text() : "";
  return {
    place: [new URL(services.address).host, ...address.split("/").filter(Boolean)].join(" › "),
    made: {
      title: textOf(/<title>([^<]*)<\/title>/, html),
      words: textOf(/<meta name="description" content="([^"]*)"/, html),
    },
    shopName: services.settings().shopName,
    quotes: quotable(services.settings()),
  };
}

const textOf = (pattern: RegExp, html: string): string => decodeEntities(pattern.exec(html)?.[1] ?? "");
