import { PaymentLogos, type PaymentMethod } from "~/ui/payment-logos";
import { useFrameData } from "~/shop/use-frame-data";

const TAKEN: readonly PaymentMethod[] = ["visa", "mastercard", "klarna", "wallet"];

/** Marks of all ways to pay. Only the demo shows one of gift cards, because no shop sells them yet. */
export function WaysToPay() {
  const { isDemo } = useFrameData();
  return <PaymentLogos only={isDemo ? [...TAKEN, "giftCard"] : TAKEN} />;
}
