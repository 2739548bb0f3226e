import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Pay later | Iron Mesa" }];

export default function PayLaterPage() {
  return (
    <main id="main" className="wrap">
      <h1>Pay later</h1>
    </main>
  );
}
