import { folded } from "~/shop/folded-text";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { searchPages } from "~/shop/publishing/search-pages";
import { writtenSearchTexts } from "~/shop/publishing/search-record.server";
import { NO_SEARCH_TEXTS } from "~/shop/texts/search-texts.server";
import { draftedValues } from "~/shop/publishing/drafts.server";
import { counted } from "../../count-words";
import type { Sign } from "../../ui/state";

/** A page in the list of texts for search results. */
export interface SearchListed {
  key: string;
  name: string;
  note: string;
  state: { sign: Sign; text: string };
  isYours: boolean;
}

/**
 * Pages with their texts for search results and the values of their drafts; with a search text only pages that contain it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function searchPagesList({ db }: Services, member: Member, text: string) {
  await requireRight({ db }, member, "content.read");
  const [found, written] = await Promise.all([draftedValues(db), writtenSearchTexts(db)]);
  const drafts = found.filter(({ kind }) => kind === "search");
  const wanted = folded(text);
  const listed = searchPages.map(({ key, name, address }): SearchListed => {
    const draft = drafts.find(({ id }) => id === key);
    const own = written.get(key) ?? NO_SEARCH_TEXTS;
    const { title, words } = { ...own, ...draft?.values } as typeof NO_SEARCH_TEXTS;
    const changes = Object.keys(draft?.values ?? {}).length;
    return {
      key,
      name,
      note: [title, words].filter(Boolean).join(": ") || address,
      state:
        changes > 0
          ? { sign: "here", text: `Draft, ${counted(changes, "change")}` }
          : { sign: "full", text: "On the shop" },
      isYours: own.title !== "" || own.words !== "",
    };
  });
  return {
    pages: listed.filter(({ name, note }) => folded(`${name}\n${note}`).includes(wanted)),
    drafts: drafts.length,
    mayChange: can(member, "content.change"),
  };
}
