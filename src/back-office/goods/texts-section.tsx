import { useContext } from "react";
import { Field, TextField } from "../ui/field";
import { Fold, Section } from "../ui/section";
import { ProductFormContext, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";

/** Section with a product's name and descriptions. */
export function WordsSection() {
  return (
    <Section title="Words">
      <div className="stack">
        <div className="fields fields--wide">
          <Field label="Name" autoComplete="off" {...useProductField("name", "goods.words")} />
          <Field label="Fit" autoComplete="off" {...useProductField("fit", "goods.words")} />
        </div>
        <TextField label="Description" rows={4} {...useProductField("description", "goods.words")} />
        <div className="fields">
          <TextField label="Details" labelNote="one a line" rows={3} {...useProductField("details", "goods.words")} />
          <TextField label="Materials" rows={3} {...useProductField("materials", "goods.words")} />
        </div>
        <TextField label="Care" rows={2} {...useProductField("care", "goods.words")} />
      </div>
    </Section>
  );
}

/** Section with rarely used fields: SKU of the whole product, weight, and low-stock mark. */
export function MoreWords() {
  const isTouched = useIsTouched(["sku", "weightGrams", "lowMark"]);
  return (
    <Fold title="For the shelf" note="SKU, weight, low stock" isOpen={isTouched}>
      <div className="fields fields--three">
        <Field label="SKU" labelNote="of the whole product" {...useProductField("sku", "goods.change")} />
        <Field
          label="Weight"
          labelNote="grams"
          inputMode="numeric"
          {...useProductField("weightGrams", "goods.change")}
        />
        <Field
          label="Low stock at"
          labelNote="pieces of a size, or fewer"
          inputMode="numeric"
          note="Marks it and warns you. Empty, as the settings say"
          {...useProductField("lowMark", "goods.change")}
        />
      </div>
    </Fold>
  );
}

/** Section with a product's title and text for search engines. */
export function SearchSection({ screen }: { screen: ProductScreen }) {
  const isTouched = useIsTouched(["searchTitle", "searchWords"]);
  return (
    <Fold title="In search results" note="Empty, as the name and the words say" isOpen={isTouched}>
      <div className="stack" id="search">
        <Field label="Title" placeholder={screen.name} {...useProductField("searchTitle", "goods.words")} />
        <TextField label="Words under it" rows={2} {...useProductField("searchWords", "goods.words")} />
      </div>
    </Fold>
  );
}

/** Whether one of the fields is changed or has an error; its section is then expanded. */
function useIsTouched(names: string[]): boolean {
  const { changed, errors } = useContext(ProductFormContext);
  return names.some((name) => changed.has(name) || errors[name] !== undefined);
}
