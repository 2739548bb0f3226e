import { savedViewRecord } from "~/shop/audit/saved-views.server";
import type { LogKind } from "../log/log-kind";

export const savedViewKind: LogKind = {
  record: savedViewRecord,
  title: "Views",
  edits: { noun: ["view", "views"], field: () => "standing" },
  sentence({ action, changes: [first] }) {
    const view = (first?.new ?? first?.old) as { name: string } | null | undefined;
    const said = `the view "${view?.name ?? ""}" is ${first?.new === null ? "gone from your lists" : "in your lists"}.`;
    return action === "undo" ? `Taken back: ${said}` : `T${said.slice(1)}`;
  },
  words({ old, new: now }) {
    const view = (now ?? old) as { screen: string; name: string; query: string } | null;
    const shown = (value: unknown) => (value === null ? "Not there" : "Saved");
    return {
      what: `The view "${view?.name ?? ""}"`,
      from: shown(old),
      to: shown(now),
      ...(view && { way: `/${view.screen}${view.query && `?${view.query}`}` }),
    };
  },
};
