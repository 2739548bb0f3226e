import { folded } from "~/shop/folded-text";
import type { Services } from "~/services";
import { lastChanges } from "~/shop/audit/change-log.server";
import { COMMUNITY_KINDS, communityForms } from "~/shop/community/community-forms";
import type { Member } from "~/shop/members/member";
import type { TextsView } from "../texts-view";
import { draftState, PLAIN, type TextLine } from "../text-line";
import { communityList } from "./community-list.server";

type Who = (change: { by: string | null; at: Date } | undefined) => { at: string; by: string };

/** Lines about community records in the list of all texts, one per kind; a kind without a match for the search has no line. */
export async function communityLine(services: Services, member: Member, view: TextsView, who: Who) {
  const lines = COMMUNITY_KINDS.map(async (kind): Promise<TextLine[]> => {
    const [{ records, drafts }, changes] = await Promise.all([
      communityList(services, member, kind, view.text),
      lastChanges(services.db, kind),
    ]);
    const { list, slug } = communityForms[kind];
    const isNamed = folded(list).includes(folded(view.text));
    if (view.text !== "" && records.length === 0 && !isNamed) return [];
    const [last] = [...changes.values()].toSorted((one, other) => Number(other.at) - Number(one.at));
    const first = records[0];
    return [
      {
        ...PLAIN,
        way: view.text && !isNamed ? `/words/${slug}?q=${encodeURIComponent(view.text)}` : `/words/${slug}`,
        name: list,
        note: first ? `${records.length}, such as "${first.name}"` : "None",
        state: draftState(drafts),
        isYours: last !== undefined,
        ...who(last),
        isEverywhere: false,
      },
    ];
  });
  return (await Promise.all(lines)).flat();
}
