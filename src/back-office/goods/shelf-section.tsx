import { Fold } from "../ui/section";
import { TypedControl } from "./typed-control";
import { typedIn } from "./product-controls";
import { useIsTouched } from "./product-fields-context";

const FIELDS = typedIn("shelf");

/** Section with rarely used fields: SKU of the whole product, weight, and low-stock mark. */
export function ShelfSection() {
  return (
    <Fold title="For the shelf" note="SKU, weight, low stock" isOpen={useIsTouched(FIELDS)}>
      <div className="fields fields--three">
        {FIELDS.map((name) => (
          <TypedControl key={name} name={name} />
        ))}
      </div>
    </Fold>
  );
}
