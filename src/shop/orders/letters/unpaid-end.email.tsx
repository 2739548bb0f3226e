import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const unpaidEndSubject = ({ number }: Order): string => `Not paid, so it ended: ${shownNumber(number)}`;

/** Letter to a shopper whose order, made by a member, ended unpaid. */
export function UnpaidEnd({ order, settings, address }: Props) {
  return (
    <Letter preview="Nothing was charged, and nothing is held any more." settings={settings} address={address}>
      <LetterSign under="Nothing was charged">Your link has ended</LetterSign>
      <Paragraph>
        {order.name}, the order that we put together for you was not paid, so it ended. Nothing was charged, nothing
        will be shipped, and its link cannot be paid any more.
      </Paragraph>
      <Paragraph>You still want it? Answer this letter, and we make it again, at the prices of that day.</Paragraph>
      <LetterHead>What it was</LetterHead>
      <OrderLines order={order} address={address} />
      <LetterButton href={`${address}/shop/new-arrivals`}>See what is in</LetterButton>
    </Letter>
  );
}

/** Letter to the member who made it, about the same. */
export function UnpaidEndToMember({ order, settings, address, page }: Props & { page: string }) {
  return (
    <Letter preview="Its pieces are free again." settings={settings} address={address} isInternal>
      <LetterSign under={order.name}>Ended unpaid</LetterSign>
      <Paragraph>
        The order {shownNumber(order.number)} that you made for {order.name} was not paid. Nothing was charged, its
        pieces are free again, and {order.email} was told so.
      </Paragraph>
      <LetterButton href={page}>Make it again</LetterButton>
    </Letter>
  );
}
