import { savedViewRecord } from "~/shop/audit/saved-views.server";
import type { LogKind } from "../log/log-kind";

export const savedViewKind: LogKind = {
  record: savedViewRecord,
  title: "Views",
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
