import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Catch The Blogs | Iron Mesa" }];

export default function BlogsPage() {
  return (
    <main id="main" className="wide">
      <h1>Catch The Blogs</h1>
    </main>
  );
}
