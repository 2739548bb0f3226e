import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { counted } from "../../count-words";
import { draftState, PLAIN, type TextLine } from "../text-line";
import type { TextsView } from "../texts-view";
import { searchPagesList } from "./search-pages.server";

/** Line about texts for search results in the list of all texts; none if no page contains the searched words. */
export async function searchLine(services: Services, member: Member, view: TextsView): Promise<TextLine[]> {
  const { pages, drafts } = await searchPagesList(services, member, view.text);
  if (pages.length === 0) return [];
  const yours = pages.filter(({ isYours }) => isYours).length;
  return [
    {
      way: view.text ? `/words/search-results?q=${encodeURIComponent(view.text)}` : "/words/search-results",
      ...PLAIN,
      name: "Search results",
      note: `Title and sentence of ${counted(pages.length, "page")}${yours > 0 ? `, ${yours} by you` : ""}`,
      state: draftState(drafts),
      isYours: yours > 0,
      at: "",
      by: "",
      isEverywhere: false,
    },
  ];
}
