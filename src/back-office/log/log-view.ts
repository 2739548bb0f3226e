import { namedDay } from "~/shop/shop-time";

/** Which part of the log an address shows. */
export interface LogView {
  /** What was changed, or who came in. */
  tab: "changes" | "door";
  who: string | null;
  kind: string | null;
  /** Days of the shop's own clock, both of them counted. */
  from: string | null;
  to: string | null;
  /** What is older than this. */
  before: number | null;
}

/** The view of an address; what makes no sense is left out. */
export function logView(search: URLSearchParams): LogView {
  const before = Number(search.get("before"));
  return {
    tab: search.get("tab") === "door" ? "door" : "changes",
    who: /^[\da-f-]{36}$/.exec(search.get("who") ?? "")?.[0] ?? null,
    kind: /^[a-z-]{1,40}$/.exec(search.get("kind") ?? "")?.[0] ?? null,
    from: namedDay(search.get("from")),
    to: namedDay(search.get("to")),
    before: Number.isSafeInteger(before) && before > 0 ? before : null,
  };
}

/** The address of a view. */
export function logAddress({ tab, who, kind, from, to, before }: LogView): string {
  const search = new URLSearchParams();
  if (tab === "door") search.set("tab", tab);
  if (who) search.set("who", who);
  if (kind && tab === "changes") search.set("kind", kind);
  if (from) search.set("from", from);
  if (to) search.set("to", to);
  if (before) search.set("before", String(before));
  return search.size > 0 ? `/log?${search}` : "/log";
}
