import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Newsletter | Iron Mesa" }];

export default function NewsletterPage() {
  return (
    <main id="main" className="wide">
      <h1>Get On The List</h1>
    </main>
  );
}
