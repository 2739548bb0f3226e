import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Ride Dirty. Look Sharp. | Iron Mesa" }];

export default function HomePage() {
  return (
    <main id="main" className="wide">
      <h1>FINAL SALE</h1>
    </main>
  );
}
