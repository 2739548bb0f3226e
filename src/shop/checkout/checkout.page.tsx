import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Checkout | Iron Mesa" }];

export default function CheckoutPage() {
  return (
    <main id="main" className="wrap">
      <h1>Checkout</h1>
    </main>
  );
}
