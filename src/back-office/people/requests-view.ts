import type { RequestPart } from "~/privacy/person-requests.server";
import { isUuid } from "~/shop/is-uuid";
import { fitting, listAddress, oneOrNone } from "../list-address";

/** Parameters of the address of the list of requests: a part of it, or null for the beginnings of all, and a page. */
export interface RequestsView {
  part: RequestPart | null;
  /** Id of the last request of the page before; null for the first page. */
  after: string | null;
}

/** Parts of the list in their order, with the names of their tables. */
export const requestParts = [
  { part: "waiting", name: "To be answered" },
  { part: "unproved", name: "Not proved yet" },
  { part: "answered", name: "Answered" },
] as const satisfies { part: RequestPart; name: string }[];

export const requestsList = listAddress<RequestsView>("/people/requests", {
  part: oneOrNone(
    "part",
    requestParts.map(({ part }) => part),
  ),
  after: fitting("after", (text) => (isUuid(text) ? text : null)),
});
