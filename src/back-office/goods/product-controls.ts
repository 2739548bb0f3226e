import type {
  EditedProductField,
  EditedVariantField,
  FieldKind,
  productFields,
  variantFields,
} from "~/shop/catalog/product-fields";

/** Controls that fit the kind of a field; a section draws a choice and a tick itself. */
interface ControlsOfKind extends Record<FieldKind, string> {
  text: "line" | "words";
  code: "line";
  lines: "lines";
  amount: "amount";
  whole: "whole";
  yes: "tick";
}

/** Name of a field of a product for members, and its control. */
export interface ProductControl {
  /** Name in lists of changes, in messages and in the log. */
  label: string;
  /** Section of the product's form in which it is typed. */
  section?: "words" | "price" | "where" | "sizes" | "shelf" | "search";
  /** Control with which it is typed; `none`: another screen changes it. */
  as: "line" | "words" | "lines" | "whole" | "amount" | "tick" | "choice" | "none";
  /** Properties of its text field. */
  field?: { label?: string; labelNote?: string; note?: string; rows?: number; autoComplete?: "off"; list?: string };
}

/** Id of the list of countries that the form offers. */
export const COUNTRIES = "countries";

/** The fields of a product in the order of its form, and the sizes and colors, which have a form of their own. */
export const productControls = {
  name: { label: "Name", as: "line", section: "words", field: { autoComplete: "off" } },
  fit: { label: "Fit", as: "line", section: "words", field: { autoComplete: "off" } },
  description: { label: "Description", as: "words", section: "words", field: { rows: 4 } },
  details: { label: "Details", as: "lines", section: "words", field: { labelNote: "one a line", rows: 3 } },
  materials: { label: "Materials", as: "words", section: "words", field: { rows: 3 } },
  care: { label: "Care", as: "words", section: "words", field: { rows: 2 } },
  countryOfOrigin: { label: "Made in", as: "line", section: "words", field: { labelNote: "country", list: COUNTRIES } },
  price: { label: "Price", as: "amount", section: "price" },
  salePrice: { label: "Sale price", as: "amount", section: "price" },
  cost: { label: "Cost", as: "amount", section: "price" },
  kindForTax: { label: "Tax kind", as: "choice", section: "price" },
  categoryId: { label: "Category", as: "choice", section: "where" },
  newArrivals: { label: "New Arrivals", as: "tick", section: "where" },
  bestSeller: { label: "Best sellers", as: "tick", section: "where" },
  finalSale: { label: "Final Sale", as: "tick", section: "where" },
  headwear: { label: "Headwear", as: "tick", section: "where" },
  type: { label: "Worn on top or below", as: "choice", section: "where" },
  sku: { label: "SKU", as: "line", section: "shelf", field: { labelNote: "of the whole product" } },
  weightGrams: { label: "Weight", as: "whole", section: "shelf", field: { labelNote: "grams" } },
  lowMark: {
    label: "Low stock at",
    as: "whole",
    section: "shelf",
    field: {
      labelNote: "pieces of a size, or fewer",
      note: "Marks it and warns you. Empty, as the settings say",
    },
  },
  searchTitle: { label: "Title in search results", as: "line", section: "search", field: { label: "Title" } },
  searchWords: {
    label: "Words in search results",
    as: "words",
    section: "search",
    field: { label: "Words under it", rows: 2 },
  },
  sizeChart: { label: "Size chart", as: "none" },
  sizeGuideId: { label: "Size guide", as: "choice", section: "sizes" },
  choices: { label: "Sizes and colors", as: "none" },
  publishedStatus: { label: "Status", as: "none" },
  publishAt: { label: "Goes on the shop", as: "none" },
  putAwayAt: { label: "Is put away", as: "none" },
  styleWith: { label: "Goes with", as: "none" },
  styleWithProducts: { label: "Goes with", as: "none" },
} as const satisfies { [Name in EditedProductField]: Fitting<(typeof productFields)[Name]["kind"]> } & {
  choices: ProductControl;
};
type Fitting<Kind extends FieldKind> = ProductControl & { as: ControlsOfKind[Kind] | "none" };

/** Fields that the product's form sends, in its order. */
export type FormField = {
  [Name in EditedProductField]: (typeof productControls)[Name]["as"] extends "none" ? never : Name;
}[EditedProductField];
export const formFields = Object.keys(productControls).filter(
  (name): name is FormField => productControls[name as FormField].as !== ("none" as string),
);

/** Controls for text. */
const TYPED = ["line", "words", "lines", "whole"] as const;
/** Fields that are typed as text. */
export type TypedField = {
  [Name in FormField]: (typeof productControls)[Name]["as"] extends (typeof TYPED)[number] ? Name : never;
}[FormField];
/** Typed fields of a section, in the order of the form. */
export const typedIn = (section: NonNullable<ProductControl["section"]>): TypedField[] =>
  formFields.filter(
    (name): name is TypedField =>
      productControls[name].section === section && TYPED.some((each) => each === productControls[name].as),
  );

/** Name of a field of a variant for members, and its column in the table of variants. */
export interface VariantControl {
  label: string;
  as: "amount" | "line";
  head: string;
  className?: string;
  /** Whether a phone's keyboard shows digits. */
  isDigits?: true;
}

export const variantControls = {
  price: { label: "Price", as: "amount", head: "Price $", className: "n grid__amount" },
  salePrice: { label: "Sale price", as: "amount", head: "Sale $", className: "n grid__amount" },
  cost: { label: "Cost", as: "amount", head: "Cost $", className: "n grid__amount" },
  sku: { label: "SKU", as: "line", head: "SKU" },
  barcode: { label: "Barcode", as: "line", head: "Barcode", className: "grid__barcode", isDigits: true },
  shelf: { label: "Shelf", as: "line", head: "Shelf", className: "grid__shelf" },
} as const satisfies {
  [Name in EditedVariantField]: VariantControl & { as: ControlsOfKind[(typeof variantFields)[Name]["kind"]] };
};
export type VariantField = EditedVariantField;
export const variantFieldNames = Object.keys(variantControls) as VariantField[];
export const isVariantField = (name: string): name is VariantField => Object.hasOwn(variantControls, name);

/** Name of the field for a variant's sellable pieces; the hidden field `shownStockName` contains the number that was shown. */
export const stockName = (id: number): string => `variant:${id}:stock`;
export const shownStockName = (id: number): string => `level:${id}`;
/** Name of the field for the reason of changed stock levels. */
export const STOCK_REASON = "stockReason";

/** Name of the button that publishes the product together with the typed changes. */
export const PUBLISH = "publish";

/** Name of the form field for a value of a variant. */
export const variantFieldName = (id: number, name: VariantField): string => `variant:${id}:${name}`;
