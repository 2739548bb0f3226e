import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { listReturns } from "~/shop/returns/list-returns.server";
import { disputeWords, kindWords } from "~/shop/orders/member-state-words";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { spokenTime } from "~/shop/shop-time";
import type { FoundThing } from "../ui/hits";
import { counted } from "../count-words";
import { returnStateWords } from "./member-return-words";

/** Finds returns by the first digits of their number or of their order's number. */
export async function findReturns(
  services: Services,
  member: Member,
  text: string,
  most: number,
): Promise<FoundThing[]> {
  if (!/^R?\d{3,8}$/i.test(text.replace(/[#\s-]/g, "")) || !can(member, "returns.read")) return [];
  const { returns } = await listReturns(services, member, { view: "all", text, after: null }, most);
  const { timeZone } = services.settings();
  return returns.map(({ number, pieces, startedAt, kind, dispute, ...progress }) => ({
    to: `/returns/${number}`,
    name: `${shownReturnNumber(number)}, ${counted(pieces, "piece")}`,
    note: [
      kindWords[kind],
      dispute && disputeWords[dispute],
      returnStateWords(progress).name,
      spokenTime(startedAt, new Date(), timeZone),
    ]
      .filter(Boolean)
      .join(", "),
  }));
}
