import { Link } from "react-router";
import { PageHead } from "~/ui/page-head";

/** Heading of a page about one product, with a link to the product. */
export const ProductHead = ({ title, product }: { title: string; product: { name: string; address: string } }) => (
  <PageHead
    title={title}
    lead={
      <Link className="text-link" to={product.address}>
        {product.name}
      </Link>
    }
  />
);
