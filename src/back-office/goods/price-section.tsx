import { MoneyField, SelectField, Tick } from "../ui/field";
import { KindHelp } from "../tax/kind-help";
import { Section } from "../ui/section";
import { FORM, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";
import { TaxKinds } from "./tax-kinds";
import { parseAmount } from "./parse-amount";

interface PriceSectionProps {
  screen: ProductScreen;
  typed: Record<string, string | undefined>;
}

/** Section for the product's prices, and its cost for members who may see it. */
export function PriceSection({ screen: { rights, missing, taxMeanings, mayReadTax }, typed }: PriceSectionProps) {
  const kind = useProductField("kindForTax");
  const cost = useProductField("cost");
  return (
    <Section title="Price">
      <div className="stack">
        <div className="fields">
          <MoneyField label="Price" {...useProductField("price")} />
          <MoneyField label="Sale price" placeholder="none" {...useProductField("salePrice")} />
        </div>
        {rights.includes("goods.cost.read") && (
          <MoneyField label="Cost" labelNote="members only" note={margin(typed)} {...cost} />
        )}
        <SelectField
          label="Tax kind"
          {...kind}
          note={
            <>
              {missing.includes("kindForTax") && !kind.error && "Choose one before it goes on the shop. "}
              <KindHelp kind={typed.kindForTax ?? kind.defaultValue} meanings={taxMeanings} mayRead={mayReadTax} />
            </>
          }
        >
          <option value="">Choose</option>
          <TaxKinds />
        </SelectField>
      </div>
    </Section>
  );
}

/** Describes the margin, e.g. "You keep $152.80, 59%". */
function margin({ price = "", salePrice = "", cost = "" }: Record<string, string | undefined>): string {
  const [full, sale, own] = [price, salePrice, cost].map((text) => {
    const read = parseAmount(text);
    return "value" in read ? read.value : null;
  });
  const sold = sale || full;
  if (!sold || own === null || own === undefined) return "";
  const kept = sold - own;
  const words = `$${(Math.abs(kept) / 100).toFixed(2)}`;
  return kept < 0 ? `You lose ${words}` : `You keep ${words}, ${Math.round((kept / sold) * 100)}%`;
}

/** Section for the product's category, and for the listings that show the product. */
export function StandsSection({ screen: { categories } }: { screen: ProductScreen }) {
  return (
    <Section title="Where it stands">
      <div className="stack">
        <SelectField label="Category" {...useProductField("categoryId")}>
          <option value="">Choose</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="flags">
          <Flag name="newArrivals">New Arrivals</Flag>
          <Flag name="bestSeller">Best sellers</Flag>
          <Flag name="finalSale">Final Sale, not to be returned</Flag>
          <Flag name="headwear">Also under Headwear</Flag>
        </div>
        <SelectField
          label="Worn on top or below"
          note="Puts it under Tops or Bottoms of Men or Women"
          {...useProductField("type")}
        >
          <option value="">Neither</option>
          <option value="top">Top, such as a jacket</option>
          <option value="bottom">Bottom, such as pants</option>
        </SelectField>
      </div>
    </Section>
  );
}

/** Checkbox with a hidden field that marks that the form contained it, because an unticked box is not sent. */
function Flag({ name, children }: { name: string; children: string }) {
  const { defaultValue, disabled } = useProductField(name);
  return (
    <>
      {!disabled && <input type="hidden" name={name} value="" form={FORM} />}
      <Tick id={name} name={name} form={FORM} value="yes" defaultChecked={defaultValue === "yes"} disabled={disabled}>
        {children}
      </Tick>
    </>
  );
}
