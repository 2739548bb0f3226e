import { useWishlist } from "./wishlist-provider";

interface FavoriteButtonProps {
  product: { id: string; name: string };
  /** CSS class, for positioning and colors. */
  className: string;
}

/** Button that saves a product on the wishlist or removes it. The style sheet draws its heart, because a page has many of them. */
export function FavoriteButton({ product, className }: FavoriteButtonProps) {
  const { has, toggle } = useWishlist();
  return (
    <button
      type="button"
      className={`icon-btn fav ${className}`}
      aria-label={`Add ${product.name} to wishlist`}
      aria-pressed={has(product.id)}
      onClick={() => toggle(product.id)}
    />
  );
}
