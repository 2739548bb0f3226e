import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Shopping Bag | Iron Mesa" }];

export default function BagPage() {
  return (
    <main id="main" className="wide">
      <h1 className="page-t">Shopping Bag</h1>
    </main>
  );
}
