import { nameOfVariant } from "~/shop/catalog/product";
import { Letter, LetterButton, LetterLine, LetterLink, letterPicture, LetterSign } from "~/shop/letter";
import type { Order } from "~/shop/orders/order";
import { orderChips } from "~/shop/orders/letters/order-chips";
import { shownNumber } from "~/shop/orders/order-number";
import type { Settings } from "~/shop/settings";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";

interface Props {
  order: Pick<Order, "number" | "name">;
  /** Goods that were kept and are not reviewed. */
  goods: { productId: string; name: string; color: string; size: string; image: string | null }[];
  /** Signed URL of the page with the form. */
  page: string;
  /** Signed URL that ends such letters. */
  leave: string;
  words: LetterWords<"order-review">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const orderReviewSubject = ({ order, words }: Pick<Props, "order" | "words">): string =>
  saying(words, orderChips(order)).line("subject");

/** Letter that asks for reviews of what was kept of an order, with one way to the form and one to end such letters. */
export function OrderReviewLetter({ order, goods, page, leave, words, settings, address }: Props) {
  const { line, paragraphs } = saying(words, orderChips(order));
  const [first] = goods;
  const kept = goods.length === 1 && first ? line("one", { product: first.name }) : line("several");
  return (
    <Letter
      preview={line("preview")}
      settings={settings}
      address={address}
      footer={
        <>
          You get this letter because you bought this from us.{" "}
          <LetterLink href={leave}>No more letters that ask for reviews</LetterLink>
        </>
      }
    >
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { goods: kept })} />
      {goods.map(({ productId, name, color, size, image }) => (
        <LetterLine
          key={productId}
          name={name}
          choice={nameOfVariant({ size, color })}
          picture={letterPicture(image, address)}
        />
      ))}
      <LetterButton href={page}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
