import { counted } from "../../count-words";
import { draftState, PLAIN, type TextLine } from "../text-line";
import type { TextsView } from "../texts-view";
import type { lettersPage } from "./letters.server";

/** Line about the letters in the list of all texts; none if no letter contains the searched words. */
export function lettersLine({ letters, drafts }: Awaited<ReturnType<typeof lettersPage>>, view: TextsView): TextLine[] {
  const [first] = letters;
  if (!first) return [];
  const yours = letters.filter(({ isYours }) => isYours).length;
  const last = letters.find(({ state, isYours }) => state.sign === "here" || isYours);
  return [
    {
      way: view.text ? `/words/letters?q=${encodeURIComponent(view.text)}` : "/words/letters",
      ...PLAIN,
      name: "Letters",
      note: view.text
        ? `${counted(letters.length, "letter")}, such as "${first.name}"`
        : `${counted(letters.length, "letter")} to shoppers${yours > 0 ? `, ${yours} with words of yours` : ""}`,
      state: draftState(drafts, "In use"),
      isYours: yours > 0,
      at: last?.at ?? "",
      by: last?.by ?? "",
      isEverywhere: false,
    },
  ];
}
