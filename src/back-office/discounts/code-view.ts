import type { CodeFilter } from "~/shop/discounts/code-filter";

/** What an address shows of the codes; what makes no sense is left out. */
export function codeView(search: URLSearchParams): CodeFilter {
  const show = search.get("show");
  return {
    show: show === "welcome" || show === "over" ? show : "own",
    text: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 40),
    after: /^[A-Z0-9-]{1,40}$/.exec(search.get("after") ?? "")?.[0] ?? null,
  };
}

/** The address of a view. */
export function codesAddress({ show, text, after }: CodeFilter): string {
  const search = new URLSearchParams({
    ...(show !== "own" && { show }),
    ...(text && { q: text }),
    ...(after && { after }),
  });
  return search.size > 0 ? `/discounts?${search}` : "/discounts";
}
