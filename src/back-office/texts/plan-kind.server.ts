import { byName, nameIn } from "~/platform/by-name";
import type { Change } from "~/shop/audit/acts.server";
import type { TextPlanState } from "~/shop/publishing/text-plans.tables";
import type { ChangeWords } from "../log/log-kind";
import type { LoggedAct, LogKind } from "../log/log-kind";

const STATES = byName<string, TextPlanState>({
  planned: "planned",
  out: "on the shop",
  over: "over",
  failed: "did not go out",
  stopped: "stopped",
});

const words = ({ old, new: now }: Change): ChangeWords => ({
  what: "Planned words",
  from: STATES[String(old)] ?? "a draft",
  to: STATES[String(now)] ?? "a draft",
  way: "/words/plans",
});

const SAID: Record<TextPlanState, string> = {
  planned: "It is planned. It goes on the shop by itself.",
  out: "The planned words are on the shop.",
  over: "The planned words are over.",
  failed: "The planned words did not go out. They are drafts again.",
  stopped: "The plan is stopped. Its words are drafts again.",
};

const sentence = ({ changes: [first] }: LoggedAct): string =>
  nameIn(SAID, String(first?.new), "The plan of words is changed.");

/** Log kind of planned texts, which are stopped on their own page and not undone. */
export const textPlanKind: LogKind = { kind: "word-plan", title: "Planned words", words, sentence };
