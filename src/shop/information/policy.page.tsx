import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Terms & Policies | Iron Mesa" }];

export default function PolicyPage() {
  return (
    <main id="main" className="wide">
      <h1>Terms &amp; Policies</h1>
    </main>
  );
}
