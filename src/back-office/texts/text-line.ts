import { counted } from "../count-words";
import type { Sign } from "../ui/state";
import type { PlanLine } from "./plans.server";
import { SHOWS, type TextsView } from "./texts-view";

/** A text, or a list of texts, as a line in the list of all texts. */
export interface TextLine {
  way: string;
  name: string;
  /** Contents of the text, such as its number of parts, or an excerpt with the searched words. */
  note: string;
  state: { sign: Sign; text: string };
  isYours: boolean;
  /** Time for which a draft of the text is planned; empty if there is no plan. */
  planned: string;
  /** Whether the text's default has changed since the shop's text was written. */
  isNewer: boolean;
  /** Number of parts that shoppers do not see, as text; empty if there are none. */
  hidden: string;
  at: string;
  by: string;
  isEverywhere: boolean;
}

/** State of a text, from the number of changes in its draft. */
export const draftState = (changes: number, whole = "On the shop"): TextLine["state"] =>
  changes === 0 ? { sign: "full", text: whole } : { sign: "here", text: `Draft, ${counted(changes, "change")}` };

/** State of one text of a list, such as a question or an event, which shoppers see or not. */
export const recordState = (changes: number, isShown: boolean): TextLine["state"] =>
  changes > 0 || isShown ? draftState(changes) : { sign: "over", text: "Not on the shop" };

/** Whether a line belongs to a view of the list. */
export const shownIn: Record<TextsView["show"], (line: TextLine) => boolean> = {
  all: () => true,
  drafts: ({ state }) => state.sign === "here",
  planned: ({ planned }) => planned !== "",
  newer: ({ isNewer }) => isNewer,
  hidden: ({ hidden }) => hidden !== "",
  yours: ({ isYours }) => isYours,
};

export const countsOf = (lines: readonly TextLine[]) =>
  Object.fromEntries(SHOWS.map((show) => [show, lines.filter(shownIn[show]).length])) as Record<
    TextsView["show"],
    number
  >;

/** Adds to a line its plan, and whether its default has changed. The state of a text with a draft stays "Draft". */
export function standingOf(plans: readonly PlanLine[], newer: readonly { way: string }[]) {
  const isOf = (line: TextLine, way: string) => {
    const [own = ""] = line.way.split("?");
    return way === own || way.startsWith(`${own}/`);
  };
  return (line: TextLine): TextLine => {
    const plan = plans.find(({ state, texts }) => state.text === "Planned" && texts.some(({ way }) => isOf(line, way)));
    const isNewer = newer.some(({ way }) => isOf(line, way));
    const told: TextLine["state"] | undefined = plan
      ? { sign: "half", text: `Planned, ${plan.day}` }
      : isNewer
        ? { sign: "waits", text: "The default is newer" }
        : line.hidden !== ""
          ? { sign: "over", text: line.hidden }
          : undefined;
    const state = line.state.sign === "here" || !told ? line.state : told;
    return { ...line, state, planned: plan?.when ?? "", isNewer };
  };
}

/** Default values of a line; those of plans and newer defaults are added to all lines later. */
export const PLAIN = { planned: "", isNewer: false, hidden: "" };
