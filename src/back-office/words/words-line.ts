import { counted } from "../count-texts";
import type { Sign } from "../ui/state";
import type { PlanLine } from "./plans.server";
import { SHOWS, type WordsView } from "./words-view";

/** A text in the list of all. */
export interface WordsLine {
  way: string;
  name: string;
  /** Its parts in words, or the place of the searched words. */
  note: string;
  state: { sign: Sign; text: string };
  isYours: boolean;
  /** Moment at which its planned words go out; empty for none. */
  planned: string;
  /** True where its default is newer. */
  isNewer: boolean;
  /** Parts that shoppers do not see, in words; empty for none. */
  hidden: string;
  at: string;
  by: string;
  isEverywhere: boolean;
}

/** State of a text by the changes of its draft. */
export const draftState = (changes: number, whole = "On the shop"): WordsLine["state"] =>
  changes === 0 ? { sign: "full", text: whole } : { sign: "here", text: `Draft, ${counted(changes, "change")}` };

/** Lines that each view shows. */
export const shownIn: Record<WordsView["show"], (line: WordsLine) => boolean> = {
  all: () => true,
  drafts: ({ state }) => state.sign === "here",
  planned: ({ planned }) => planned !== "",
  newer: ({ isNewer }) => isNewer,
  hidden: ({ hidden }) => hidden !== "",
  yours: ({ isYours }) => isYours,
};

export const countsOf = (lines: readonly WordsLine[]) =>
  Object.fromEntries(SHOWS.map((show) => [show, lines.filter(shownIn[show]).length])) as Record<
    WordsView["show"],
    number
  >;

/** Adds to a line what is planned for it, and whether its default is newer. A draft is told first. */
export function standingOf(plans: readonly PlanLine[], newer: readonly { way: string }[]) {
  const isOf = (line: WordsLine, way: string) => {
    const [own = ""] = line.way.split("?");
    return way === own || way.startsWith(`${own}/`);
  };
  return (line: WordsLine): WordsLine => {
    const plan = plans.find(({ state, texts }) => state.text === "Planned" && texts.some(({ way }) => isOf(line, way)));
    const isNewer = newer.some(({ way }) => isOf(line, way));
    const told: WordsLine["state"] | undefined = plan
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

/** Facts of a line that are added for all of them, or hold for most. */
export const PLAIN = { planned: "", isNewer: false, hidden: "" };
