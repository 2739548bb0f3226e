import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "About | Iron Mesa" }];

export default function AboutPage() {
  return (
    <main id="main" className="wide">
      <h1>About Iron Mesa</h1>
    </main>
  );
}
