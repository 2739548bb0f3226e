/** Which part of the inbox an address shows. */
export interface InboxAddress {
  isDone: boolean;
  /** The invented ones, where they stand apart. */
  isApart: boolean;
  search: string;
  /** The last message of the page before. */
  after: number | null;
}

/** The longest that is searched for. */
const LONGEST = 100;

export function inboxIn(search: URLSearchParams): InboxAddress {
  const after = Number(search.get("after"));
  return {
    isDone: search.get("view") === "done",
    isApart: search.get("view") === "samples",
    search: (search.get("q") ?? "").trim().slice(0, LONGEST),
    after: Number.isInteger(after) && after > 0 && after < 2 ** 31 ? after : null,
  };
}

export function inboxAddress({ isDone, isApart, search, after }: InboxAddress): string {
  const query = new URLSearchParams({
    ...(isDone && { view: "done" }),
    ...(isApart && { view: "samples" }),
    ...(search && { q: search }),
    ...(after && { after: String(after) }),
  });
  return query.size > 0 ? `/messages?${query}` : "/messages";
}

/** The number of a message in an address; nothing for what is none. */
export const messageId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined;

export const messageAddress = (id: number): string => `/messages/${id}`;
