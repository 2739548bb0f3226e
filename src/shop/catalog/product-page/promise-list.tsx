import { Icon, type IconName } from "~/ui/icon";
import { isDeliveredFree, type DeliveryTerms } from "~/shop/delivery-fee";
import type { Cents } from "~/shop/money";
import type { Settings } from "~/shop/settings";

interface Promised {
  title: string;
  text: string;
}

/** Terms of delivery and return for a product, and the values that decide which are shown. */
export interface Promises extends Pick<DeliveryTerms, "freeDeliveryFrom">, Pick<Settings, "lowStock"> {
  free: Promised;
  delivery: Promised;
  /** Terms of return, or that the product cannot be returned. */
  back: Promised;
}

interface PromiseListProps {
  price: Cents;
  promises: Promises;
}

/** List of the terms of delivery and return for a product. */
export function PromiseList({ price, promises }: PromiseListProps) {
  const { free, delivery, back } = promises;
  return (
    <ul className="vows">
      <Vow icon="truck" {...(isDeliveredFree(price, promises) ? free : delivery)} />
      <Vow icon="return" {...back} />
    </ul>
  );
}

const Vow = ({ icon, title, text }: Promised & { icon: IconName }) => (
  <li>
    <Icon name={icon} />
    <span>
      <b>{title}</b> {text}
    </span>
  </li>
);
