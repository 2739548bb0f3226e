import { Icon, type IconName } from "~/ui/icon";
import { isDeliveredFree } from "~/shop/delivery-fee";
import type { Cents } from "~/shop/money";
import type { Settings } from "~/shop/settings";

interface Promised {
  title: string;
  text: string;
}

/** Terms of delivery and return for a product, in words, with the settings that choose among them. */
export interface Promises extends Pick<Settings, "freeDeliveryFrom" | "lowStock"> {
  free: Promised;
  delivery: Promised;
  /** Terms of a return, also that there is none. */
  back: Promised;
}

interface PromiseListProps {
  price: Cents;
  promises: Promises;
}

/** Terms of delivery and return for this product. */
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
