import { Letter, LetterButton, LetterLine, letterPicture, LetterSign, Paragraph, Small } from "~/shop/letter";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { priceOf } from "../pricing/pricing";
import { nameOfPair, pictureOfPair, type Product, productAddress, type Variant } from "../product";

interface Props {
  product: Product;
  pair: Pick<Variant, "size" | "color" | "price" | "salePrice" | "image">;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const backInStockSubject = ({ name }: Pick<Product, "name">): string => `Back on the rack: ${name}`;

/** The one letter of a back-in-stock request: its sold-out pair is back. */
export function BackInStock({ product, pair, settings, address }: Props) {
  return (
    <Letter preview={`${product.name} can be had again.`} settings={settings} address={address}>
      <LetterSign under={product.name}>Back on the rack</LetterSign>
      <Paragraph>
        You asked us to write when this is back. It is. None is kept aside: first come, first served.
      </Paragraph>
      <LetterLine
        name={product.name}
        choice={nameOfPair(pair)}
        price={formatCents(priceOf(product, pair))}
        picture={letterPicture(pictureOfPair(product, pair), address)}
      />
      <LetterButton href={`${address}${productAddress(product, pair)}`}>See it</LetterButton>
      <Small>This was the only letter about it. Your address is on no list because of it.</Small>
    </Letter>
  );
}
