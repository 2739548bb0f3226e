import { type ComponentProps, type ReactNode } from "react";
import { ProductHead } from "~/shop/catalog/product-head";
import type { FormResult } from "~/shop/form";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PostedForm } from "~/ui/posted-form";

interface PostsPageProps extends Pick<ComponentProps<typeof PostedForm>, "complaints" | "button" | "children"> {
  /** Path of the page, which receives its form. */
  path: string;
  texts: { heading: string; success: string };
  product: { id: string; name: string; address: string };
  /** Posts that are published. */
  list: ReactNode;
  /** Heading of the form, and the anchor of the heading. */
  title: string;
  anchor: string;
  answered: FormResult | undefined;
}

/** Page with all posts of one kind about a product, and the form for a further one; it works without script. */
export const PostsPage = ({ path, texts, product, list, title, anchor, answered, ...form }: PostsPageProps) => (
  <main id="main">
    <ProductHead title={texts.heading} product={product} />
    <div className="wide plain">
      {list}
      <h2 className="plain__t" id={anchor}>
        {title}
      </h2>
      {answered?.ok ? (
        <>
          <FormMessage kind="success">{texts.success}</FormMessage>
          <GoLink to={product.address}>Back to {product.name}</GoLink>
        </>
      ) : (
        <PostedForm
          {...form}
          action={`${path}?product=${product.id}`}
          className="plain__form"
          preventScrollReset
          answered={answered}
        />
      )}
    </div>
  </main>
);
