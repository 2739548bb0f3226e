import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Blog | Iron Mesa" }];

export default function PostPage() {
  return (
    <main id="main" className="wide">
      <h1>Blog</h1>
    </main>
  );
}
