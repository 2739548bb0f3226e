import { formatCents } from "~/shop/money";
import type { EndingLink } from "~/shop/orders/ending-links.server";
import { shownNumber } from "~/shop/orders/order-number";
import { sentenceTime } from "~/shop/shop-time";
import type { Clock, Wait } from "./waits";

const NAMES = { order: "An unpaid link", change: "The link of a change", exchange: "The link of an exchange" };

/** Lines on Today for pay links that expire within a day. */
export const endingLinkLines = (links: EndingLink[], { now, zone }: Clock): Wait[] =>
  links.map(({ number, of, amount, endsAt, isOpened, returnNumber }) => ({
    key: `link-${of}-${returnNumber ?? number}`,
    count: null,
    title: `${NAMES[of]} ends soon`,
    text: `${formatCents(amount)} of ${shownNumber(number)}, ${sentenceTime(endsAt, now, zone)}. ${
      isOpened ? "The shopper opened it and has not paid." : "The shopper has not opened it."
    }`,
    way: returnNumber
      ? { to: `/returns/${returnNumber}`, name: "See the return" }
      : { to: `/orders/${number}`, name: "See the order" },
  }));
