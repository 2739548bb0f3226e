import { PaymentLogos, type PaymentMethod } from "~/ui/payment-logos";
import { useFrameData } from "~/shop/use-frame-data";

const TAKEN: readonly PaymentMethod[] = ["visa", "mastercard", "klarna", "wallet"];

/** Marks of all ways to pay, with that of gift cards while the shop sells them. */
export function WaysToPay({ linked }: Pick<Parameters<typeof PaymentLogos>[0], "linked">) {
  const { giftCards } = useFrameData();
  return <PaymentLogos only={giftCards ? [...TAKEN, "giftCard"] : TAKEN} linked={linked} />;
}
