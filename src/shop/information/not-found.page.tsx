import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Page Not Found | Iron Mesa" }];

export default function NotFoundPage() {
  return (
    <main id="main" className="wide">
      <h1>Page Not Found</h1>
    </main>
  );
}
