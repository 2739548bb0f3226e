import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Order status | Iron Mesa" }];

export default function OrderStatusPage() {
  return (
    <main id="main" className="wrap">
      <h1>Order status</h1>
    </main>
  );
}
