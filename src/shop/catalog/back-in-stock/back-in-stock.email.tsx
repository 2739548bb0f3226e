import { Letter, LetterButton, LetterLine, letterPicture, LetterSign, Paragraph, Small } from "~/shop/letter";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { priceOf } from "../pricing/pricing";
import { nameOfVariant, pictureOfVariant, type Product, productAddress, type Variant } from "../product";

interface Props {
  product: Product;
  variant: Pick<Variant, "size" | "color" | "price" | "salePrice" | "image">;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const backInStockSubject = ({ name }: Pick<Product, "name">): string => `Back on the rack: ${name}`;

/** Letter of a back-in-stock request. */
export function BackInStock({ product, variant, settings, address }: Props) {
  return (
    <Letter preview={`${product.name} can be had again.`} settings={settings} address={address}>
      <LetterSign under={product.name}>Back on the rack</LetterSign>
      <Paragraph>
        You asked us to write when this is back. It is. None is kept aside: first come, first served.
      </Paragraph>
      <LetterLine
        name={product.name}
        choice={nameOfVariant(variant)}
        price={formatCents(priceOf(product, variant))}
        picture={letterPicture(pictureOfVariant(product, variant), address)}
      />
      <LetterButton href={`${address}${productAddress(product, variant)}`}>See it</LetterButton>
      <Small>This was the only letter about it. Your address is on no list because of it.</Small>
    </Letter>
  );
}
