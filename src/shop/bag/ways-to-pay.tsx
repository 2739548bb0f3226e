import { PaymentLogos, type PaymentMethod } from "~/ui/payment-logos";
import { useFrameData } from "~/shop/use-frame-data";

const TAKEN: readonly PaymentMethod[] = ["visa", "mastercard", "klarna", "wallet"];

/** Marks of all ways to pay. That of gift cards leads to the page on which they are bought. */
export function WaysToPay() {
  const { giftCards } = useFrameData();
  return giftCards ? (
    <PaymentLogos only={[...TAKEN, "giftCard"]} links={{ giftCard: giftCards }} />
  ) : (
    <PaymentLogos only={TAKEN} />
  );
}
