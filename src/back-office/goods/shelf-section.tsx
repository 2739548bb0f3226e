import { Field } from "../ui/field";
import { Fold } from "../ui/section";
import { useIsTouched, useProductField } from "./product-fields-context";

/** Section with rarely used fields: SKU of the whole product, weight, and low-stock mark. */
export function ShelfSection() {
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
