import type { MetaFunction } from "react-router";

export const meta: MetaFunction = () => [{ title: "Wishlist | Iron Mesa" }];

export default function WishlistPage() {
  return (
    <main id="main" className="wide">
      <h1 className="page-t">Wishlist</h1>
    </main>
  );
}
