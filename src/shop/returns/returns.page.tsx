import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Returns & Exchanges | Iron Mesa" }];

export default function ReturnsPage() {
  return (
    <main id="main" className="wide">
      <h1>Returns &amp; Exchanges</h1>
    </main>
  );
}
