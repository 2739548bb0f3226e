import { IconButton } from "~/ui/icon-button";
import { useWishlist } from "./wishlist-provider";

interface FavoriteButtonProps {
  product: { id: string; name: string };
  /** Whether the button has a border, as it has beside "Add to bag". */
  box?: boolean;
  /** CSS class, for positioning only. */
  className?: string;
}

/** Button that saves a product on the wishlist or removes it. */
export function FavoriteButton({ product, box, className }: FavoriteButtonProps) {
  const { has, toggle } = useWishlist();
  const isSaved = has(product.id);
  return (
    <IconButton
      icon="heart"
      label={`Add ${product.name} to wishlist`}
      pressed={isSaved}
      fill={isSaved}
      box={box}
      className={className}
      onClick={() => toggle(product.id)}
    />
  );
}
