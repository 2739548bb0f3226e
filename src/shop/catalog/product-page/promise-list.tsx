import { Icon } from "~/ui/icon";
import { isDeliveredFree } from "~/shop/delivery-fee";
import { type Cents, formatCents, formatRound } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { mayComeBack } from "./product-facts";
import type { ProductDetail } from "./product-detail";

/** Settings that a product's page quotes. */
export type Promises = Pick<Settings, "freeDeliveryFrom" | "deliveryFee" | "returnDays" | "lowStock">;

interface PromiseListProps {
  product: ProductDetail;
  price: Cents;
  promises: Promises;
}

/** Terms of delivery and return for this product. */
export function PromiseList({ product, price, promises }: PromiseListProps) {
  const { freeDeliveryFrom, deliveryFee, returnDays } = promises;
  return (
    <ul className="vows">
      <li>
        <Icon name="truck" />
        <span>
          {isDeliveredFree(price, promises) ? (
            <>
              <b>Free delivery.</b> This one is over the {formatRound(freeDeliveryFrom)} line.
            </>
          ) : (
            <>
              <b>Delivery {formatCents(deliveryFee)}.</b> Free from {formatRound(freeDeliveryFrom)}.
            </>
          )}
        </span>
      </li>
      <li>
        <Icon name="return" />
        <span>
          {mayComeBack(product) ? (
            <>
              <b>{returnDays} days to change your mind.</b> Return freight is free inside the US.
            </>
          ) : (
            <>
              <b>{product.finalSale ? "Final sale." : "Not returnable."}</b> We take it back only if it arrives damaged,
              faulty or wrong.
            </>
          )}
        </span>
      </li>
    </ul>
  );
}
