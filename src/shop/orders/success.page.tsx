import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Order placed | Iron Mesa" }];

export default function SuccessPage() {
  return (
    <main id="main" className="wrap">
      <h1>Order Placed Successfully</h1>
    </main>
  );
}
