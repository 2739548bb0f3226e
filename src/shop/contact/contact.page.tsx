import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Contact | Iron Mesa" }];

export default function ContactPage() {
  return (
    <main id="main" className="wide">
      <h1>Talk To Us</h1>
    </main>
  );
}
