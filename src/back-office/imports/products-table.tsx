import { counted } from "../count-words";
import { taxKinds } from "../goods/tax-kind-words";
import { type Column, Table } from "../ui/table";
import type { ShownRow } from "./import-screen.server";
import { sharedNotes } from "./shared-notes";
import { SharedNotes } from "./shared-notes-list";

type Brought = ShownRow & { product: NonNullable<ShownRow["product"]> };

const STATUSES = { published: "On the shop at once", draft: "Draft", archived: "Put away" };

const COLUMNS: Column<Brought>[] = [
  {
    label: "Product",
    place: "lead",
    cell: ({ row, notes, product }) => (
      <>
        {product.name}
        <span className="import-notes">
          {[`Row ${row}`, product.isBack && "comes back: an import of it was taken back", ...notes]
            .filter(Boolean)
            .map((words) => (
              <span key={String(words)}>{words}</span>
            ))}
        </span>
      </>
    ),
  },
  {
    label: "Category, tax kind, sizes and colors",
    place: "under",
    cell: ({ product }) => (
      <>
        {product.category || "No category"}
        <br />
        <span className="dust small">{`${taxKind(product)}, ${choices(product)}`}</span>
      </>
    ),
  },
  {
    label: "Price",
    numeric: true,
    place: "end",
    cell: ({ product: { price, salePrice } }) => (
      <>
        {price || "None"}
        {salePrice && (
          <>
            <br />
            <b>{salePrice}</b> <span className="dust small">on sale</span>
          </>
        )}
      </>
    ),
  },
  {
    label: "Pieces",
    numeric: true,
    place: "under-end",
    cell: ({ product: { pieces } }) => (pieces === null ? "No limit" : counted(pieces, "piece")),
  },
  { label: "Status", place: "last", cell: ({ product }) => STATUSES[product.status] },
  { label: "Pictures", place: "last-end", cell: ({ product }) => pictures(product) },
];

/** Table of the new products of a file, as the import would store them. What holds for several of them is said once, above it. */
export function ProductsTable({ rows }: { rows: ShownRow[] }) {
  const { shared, lines } = sharedNotes(rows);
  return (
    <>
      <SharedNotes shared={shared} />
      <Table
        label="New products"
        rows={lines.flatMap((row): Brought[] => (row.product ? [{ ...row, product: row.product }] : []))}
        keyOf={({ row }) => row}
        columns={COLUMNS}
      />
    </>
  );
}

/** Describes a product's tax kind, e.g. "Tax kind: Clothing, as its category". */
function taxKind({ kindForTax, isKindOfCategory }: Brought["product"]): string {
  if (!kindForTax) return "No tax kind";
  return `Tax kind: ${taxKinds[kindForTax]}${isKindOfCategory ? ", as its category" : ""}`;
}

function choices({ sizes, colors }: Brought["product"]): string {
  const parts = [sizes > 0 && counted(sizes, "size"), colors > 0 && counted(colors, "color")].filter(Boolean);
  return parts.join(", ") || "one size";
}

function pictures({ pictures: here, missingPictures: missing }: Brought["product"]): string {
  if (here + missing === 0) return "None named";
  return missing === 0 ? counted(here, "picture") : `${here} of ${counted(here + missing, "picture")} here`;
}
