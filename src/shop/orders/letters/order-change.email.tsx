import { nameOfVariant } from "~/shop/catalog/product";
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
} from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { letterSubject, type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { formatCents } from "~/shop/money";
import { type MoneyBack, outcomeWords } from "~/shop/payments/money-back";
import type { Settings } from "~/shop/settings";
import { lastMoment } from "~/shop/shop-time";
import type { ChangedGoods, ShopperChange } from "../changes/shopper-change";
import { shownNumber } from "../order-number";
import { orderChips } from "./order-chips";

interface Props<K extends ChangeLetterKey> {
  change: ShopperChange;
  words: LetterWords<K>;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

/** Keys of the texts of the letters about a change. */
export const changeLetters = { asked: "change-asked", changed: "order-changed", ended: "change-ended" } as const;
export type ChangeLetter = keyof typeof changeLetters;
type ChangeLetterKey = (typeof changeLetters)[ChangeLetter];

/** Values of the chips that all letters about a change or an exchange have. */
export const changeChips = ({ name, orderNumber: number, difference }: ShopperChange) => {
  const amount = formatCents(Math.abs(difference) as typeof difference);
  return { ...orderChips({ name, number }), due: amount, amount };
};

export const orderChangeSubject = (change: ShopperChange, words: LetterWords): string =>
  letterSubject(words, changeChips(change));

/** Letter that asks the shopper to pay the difference of a change: what changes, the amount, and the end of the time to pay. */
export function ChangeAsked({
  change,
  page,
  words,
  settings,
  address,
}: Props<"change-asked"> & {
  /** Signed URL of the change's page. */
  page: string;
}) {
  const { line, paragraphs } = saying(words, changeChips(change));
  const asItIs = line(change.isLater ? "asNow" : "asBought");
  const held = change.endsAt ? line("held", { until: lastMoment(change.endsAt, settings.timeZone) }) : "";
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { asItIs })} />
      <Words change={change} settings={settings} />
      <ChangedThings change={change} address={address} />
      <LetterTotals>
        <LetterRow left="Total before" right={formatCents(change.before.total)} />
        <LetterRow left="New total" right={formatCents(change.after.total)} />
        <LetterRow loud left="TO PAY" right={formatCents(change.difference)} />
      </LetterTotals>
      <LetterButton href={page}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small", { held })} isSmall />
    </Letter>
  );
}

/** Letter to the shopper about an applied change: new lines and totals, and the amount paid or refunded. */
export function OrderChanged({
  change,
  back,
  words,
  settings,
  address,
}: Props<"order-changed"> & {
  /** Parts of the difference that goes back; none if the order does not cost less. */
  back: readonly MoneyBack[];
}) {
  const { line, paragraphs } = saying(words, changeChips(change));
  const { difference } = change;
  const outcome =
    difference < 0
      ? outcomeWords(back, (amount) => line("cheaper", { amount }))
      : line(difference > 0 ? "dearer" : "same");
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { outcome })} />
      <Words change={change} settings={settings} />
      <ChangedThings change={change} address={address} />
      <LetterTotals>
        <LetterRow left="Total before" right={formatCents(change.before.total)} />
        <LetterRow loud left="NEW TOTAL" right={formatCents(change.after.total)} />
      </LetterTotals>
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>{line("button")}</LetterButton>
    </Letter>
  );
}

/** Letter to the shopper about a change that ended without effect. */
export function ChangeEnded({ change, words, settings, address }: Props<"change-ended">) {
  const { line, paragraphs } = saying(words, changeChips(change));
  const asItIs = line(change.isLater ? "asNow" : "asBought");
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { reason: line(change.endedBy ?? "time"), asItIs })} />
      <Said paragraphs={paragraphs(change.endedBy === "goods" ? "paid" : "unpaid")} />
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>{line("button")}</LetterButton>
    </Letter>
  );
}

interface LetterProps {
  change: ShopperChange;
  settings: Settings;
  address: string;
}

function Words({ change, settings }: Pick<LetterProps, "change" | "settings">) {
  if (!change.words) return null;
  return (
    <Paragraph>
      {change.words}
      <br />
      {[change.by, settings.shopName].filter(Boolean).join(", ")}
    </Paragraph>
  );
}

export function ChangedThings({ change, address }: Pick<LetterProps, "change" | "address">) {
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

const choiceOf = ({ size, color, quantity, instead }: ChangedGoods): string =>
  [
    [nameOfVariant({ size, color }), `Quantity ${quantity}`].filter(Boolean).join(" / "),
    ...(instead ? [`instead of ${[instead.name, nameOfVariant(instead)].filter(Boolean).join(", ")}`] : []),
  ].join(", ");
