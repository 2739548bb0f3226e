import { shownColor, shownSize } from "~/shop/catalog/product";
import {
  Letter,
  LetterButton,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterRow,
  LetterSign,
  LetterTotals,
  Paragraph,
  Small,
} from "~/shop/letter";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { wholeMoment, zoneName } from "~/shop/shop-time";
import type { ChangedGoods, ShopperChange } from "../changes/shopper-change";
import { shownNumber } from "../order-number";

export interface ChangeLetterProps {
  change: ShopperChange;
  /** Signed address of the change's page. */
  page: string;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

/** The three letters about a change. */
export type ChangeLetter = "asked" | "changed" | "ended";

export const orderChangeSubject = ({ orderNumber, returnNumber }: ShopperChange, letter: ChangeLetter): string =>
  `${returnNumber === null ? titles[letter] : exchangeTitles[letter]}: ${shownNumber(orderNumber)}`;

export const momentOf = (at: Date, { timeZone }: Settings): string =>
  `${wholeMoment(at, timeZone)} ${zoneName(at, timeZone)}`;

const titles = {
  asked: "A change to your order",
  changed: "Your order has changed",
  ended: "Your order stays as it was",
} satisfies Record<ChangeLetter, string>;

export const exchangeTitles = {
  asked: "To pay for your exchange",
  changed: "Your exchange is paid",
  ended: "Your exchange has ended",
} satisfies Record<ChangeLetter, string>;

/** Letter to the shopper when the difference of a change is asked for: what changes, the sum, and until when it is held. */
export function ChangeAsked({ change, page, settings, address }: ChangeLetterProps) {
  const due = formatCents(change.difference);
  return (
    <Letter preview={`${due} to pay for the change of your order.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{titles.asked}</LetterSign>
      <Paragraph>
        {change.name}, this is the change that we agreed on. Pay the difference of {due} and it is done. Until then your
        order stays exactly as you bought it.
      </Paragraph>
      <Words change={change} settings={settings} />
      <ChangedThings change={change} address={address} />
      <LetterTotals>
        <LetterRow left="Total before" right={formatCents(change.before.total)} />
        <LetterRow left="New total" right={formatCents(change.after.total)} />
        <LetterRow loud left="TO PAY" right={due} />
      </LetterTotals>
      <LetterButton href={page}>See the change and pay</LetterButton>
      <Small>
        {change.endsAt && `Held for you until ${momentOf(change.endsAt, settings)}. `}
        If you would rather keep the order as it was, do nothing, or say so on that page: then it leaves sooner.
      </Small>
    </Letter>
  );
}

/** Letter to the shopper when an order was changed: what it is now, and what was paid or goes back. */
export function OrderChanged({ change, settings, address }: Omit<ChangeLetterProps, "page">) {
  const { difference } = change;
  const amount = formatCents(Math.abs(difference) as typeof difference);
  return (
    <Letter preview={`Order ${shownNumber(change.orderNumber)} is changed.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{titles.changed}</LetterSign>
      <Paragraph>
        {change.name}, your order is changed as agreed. {difference > 0 && `The difference of ${amount} has arrived. `}
        {difference < 0 && `${amount} goes back the way you paid. Banks take ${settings.refundTime} to show it. `}
        {difference === 0 && "It costs what it did before. "}
        There is nothing you have to do.
      </Paragraph>
      <Words change={change} settings={settings} />
      <ChangedThings change={change} address={address} />
      <LetterTotals>
        <LetterRow left="Total before" right={formatCents(change.before.total)} />
        <LetterRow loud left="NEW TOTAL" right={formatCents(change.after.total)} />
      </LetterTotals>
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>See your order</LetterButton>
    </Letter>
  );
}

/** Letter to the shopper when a change ended without effect. */
export function ChangeEnded({ change, settings, address }: Omit<ChangeLetterProps, "page">) {
  return (
    <Letter
      preview={`The change of order ${shownNumber(change.orderNumber)} is not made.`}
      settings={settings}
      address={address}
    >
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{titles.ended}</LetterSign>
      <Paragraph>
        {change.name}, {reasons[change.endedBy ?? "time"]} Your order goes on exactly as you bought it.
      </Paragraph>
      <Paragraph>
        {change.endedBy === "goods"
          ? "What you paid for the change goes back to you in full."
          : "Nothing was paid for the change. A payment that still arrives for it goes back to you by itself."}
      </Paragraph>
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>See your order</LetterButton>
    </Letter>
  );
}

const reasons = {
  time: "the time for the change of your order is over, so it is not made.",
  member: "the change of your order is not made.",
  shopper: "you asked us to keep your order as it was.",
  goods: "the change of your order could not be made any more when its payment came.",
} satisfies Record<NonNullable<ShopperChange["endedBy"]>, string>;

function Words({ change, settings }: Pick<ChangeLetterProps, "change" | "settings">) {
  if (!change.words) return null;
  return (
    <Paragraph>
      {change.words}
      <br />
      {[change.by, settings.shopName].filter(Boolean).join(", ")}
    </Paragraph>
  );
}

export function ChangedThings({ change, address }: Pick<ChangeLetterProps, "change" | "address">) {
  const groups = [
    { title: "Stays", goods: change.stays },
    { title: change.returnNumber === null ? "Comes" : "You get", goods: change.comes },
    { title: change.returnNumber === null ? "Goes" : "You send back", goods: change.goes },
  ].filter(({ goods }) => goods.length > 0);
  return groups.map(({ title, goods }) => (
    <div key={title}>
      <LetterHead>{title}</LetterHead>
      {goods.map((each) => (
        <LetterLine
          key={each.key}
          name={each.name}
          choice={choiceOf(each)}
          price={formatCents(each.paid)}
          picture={letterPicture(each.image, address)}
        />
      ))}
    </div>
  ));
}

function choiceOf({ size, color, quantity, instead }: ChangedGoods): string {
  const shown = (goods: { size: string; color: string }) =>
    [shownColor(goods.color), shownSize(goods.size)].filter((choice) => choice !== "Default").join(" / ");
  return [
    [shown({ size, color }), `Quantity ${quantity}`].filter(Boolean).join(" / "),
    ...(instead ? [`instead of ${[instead.name, shown(instead)].filter(Boolean).join(", ")}`] : []),
  ].join(", ");
}
