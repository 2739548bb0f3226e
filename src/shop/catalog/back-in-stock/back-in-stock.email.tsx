import { Letter, LetterButton, LetterLine, letterPicture, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { variantPrice } from "../pricing/pricing";
import { nameOfVariant, pictureOfVariant, type Product, productAddress, type Variant } from "../product";

interface Props {
  product: Pick<Product, "id" | "name" | "images" | "colors" | "price" | "salePrice">;
  variant: Pick<Variant, "size" | "color" | "price" | "salePrice" | "image">;
  words: LetterWords<"back-in-stock">;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

const say = ({ product, words }: { product: Pick<Product, "name">; words: LetterWords<"back-in-stock"> }) =>
  saying(words, { product: product.name });

export const backInStockSubject = (props: Parameters<typeof say>[0]): string => say(props).line("subject");

/** Letter which says that a requested variant is back in stock. */
export function BackInStock({ product, variant, words, settings, address }: Props) {
  const { line, paragraphs } = say({ product, words });
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={product.name}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <LetterLine
        name={product.name}
        choice={nameOfVariant(variant)}
        price={formatCents(variantPrice(product, variant))}
        picture={letterPicture(pictureOfVariant(product, variant), address)}
      />
      <LetterButton href={`${address}${productAddress(product, variant)}`}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
