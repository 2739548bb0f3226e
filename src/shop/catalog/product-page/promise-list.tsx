import { Icon, type IconName } from "~/ui/icon";
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
  /** Whether it may come back. */
  back: Promised;
}

interface PromiseListProps {
  price: Cents;
  promises: Promises;
}

/** Terms of delivery and return for this product. */
export function PromiseList({ price, promises: { freeDeliveryFrom, free, delivery, back } }: PromiseListProps) {
  return (
    <ul className="vows">
      <Vow icon="truck" {...(price >= freeDeliveryFrom ? free : delivery)} />
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
