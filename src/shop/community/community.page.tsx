import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Community | Iron Mesa" }];

export default function CommunityPage() {
  return (
    <main id="main" className="wide">
      <h1>Welcome To America&apos;s Largest Bikers Community!</h1>
    </main>
  );
}
