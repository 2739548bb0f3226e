import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Your order | Iron Mesa" }];

export default function OrderSuccessPage() {
  return (
    <main id="main" className="wrap">
      <h1>Your order</h1>
    </main>
  );
}
