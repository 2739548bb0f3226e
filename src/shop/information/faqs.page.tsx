import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "FAQ | Iron Mesa" }];

export default function FaqsPage() {
  return (
    <main id="main" className="wide">
      <h1>FAQ</h1>
    </main>
  );
}
