import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Unsubscribe | Iron Mesa" }];

export default function UnsubscribePage() {
  return (
    <main id="main" className="wide">
      <h1>Unsubscribe</h1>
    </main>
  );
}
