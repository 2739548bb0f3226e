import type { Cents } from "~/shop/money";

/**
 * Kinds of fields by the values that they have. `text`: words. `code`: one line that belongs to one thing alone, which a copy
 * does not get. `lines`: texts, one a line. `amount`: cents. `whole`: a whole number. `yes`: yes or no. `word`: one of some words.
 * `id`: another record. `list`: ids or paths. `moment`: a planned time. `own`: what the shop or another screen keeps.
 */
export interface ValueOfKind {
  text: string;
  code: string;
  lines: string[];
  amount: Cents | null;
  whole: number | null;
  yes: boolean;
  word: string | null;
  id: string | null;
  list: string[];
  moment: Date | null;
  own: unknown;
}
export type FieldKind = keyof ValueOfKind;

/** Shoppers who see a field: readers of the product's page, callers of the API, or both; `false`: only members. */
type Seen = "page" | "api" | "page and api" | false;
/** Column of a field in files. */
interface InFiles {
  /** Heading of its column in the shop's own file of products, also its name on screen. */
  heading: string;
  /** Name in the preview of an import, where it differs from the heading. */
  label?: string;
  /** Further headings in exports of Shopify, WooCommerce and others, in lower case. */
  names?: readonly string[];
  /** Key of its column in stored choices of columns, where it differs from the field's name. */
  column?: string;
  /** Whether a file may clear it. */
  clearable: boolean;
}
/** A field that has no column of its own in files, with its name in the preview of an import. */
interface NotInFiles {
  heading: null;
  label?: string;
  names?: undefined;
  column?: undefined;
  clearable?: undefined;
}
interface NotEdited extends Omit<Partial<InFiles>, "heading"> {
  kind: "own";
  heading?: string;
  public: Seen;
}

/** Data about a column of a product or a variant that several rooms need. */
export type Field = ({ kind: Exclude<FieldKind, "own">; public: Seen } & (InFiles | NotInFiles)) | NotEdited;
export type Fields = Readonly<Record<string, Field>>;

/** A product's fields in the order of their columns in a file. `field-columns.tables.ts` checks that each column has one. */
export const productFields = {
  handle: { kind: "own", heading: "Handle", names: ["url handle"], public: false },
  name: {
    kind: "text",
    heading: "Name",
    names: ["title", "product", "product name", "item name", "item"],
    clearable: false,
    public: "page and api",
  },
  description: {
    kind: "text",
    heading: "Description",
    names: ["body (html)", "body html", "body"],
    clearable: true,
    public: "page and api",
  },
  details: { kind: "lines", heading: "Details", clearable: true, public: "page and api" },
  materials: { kind: "text", heading: "Materials", names: ["material"], clearable: true, public: "page and api" },
  care: { kind: "text", heading: "Care", names: ["care instructions"], clearable: true, public: "page and api" },
  fit: { kind: "text", heading: "Fit", clearable: true, public: "page and api" },
  countryOfOrigin: {
    kind: "text",
    heading: "Country of origin",
    names: [
      "made in",
      "country/region of origin",
      "country of manufacture",
      "variant country of origin",
      "variant country code of origin",
      "coo",
      "meta: country_of_origin",
      "meta: _country_of_origin",
    ],
    clearable: true,
    public: "page and api",
  },
  searchTitle: {
    kind: "text",
    heading: "Search title",
    label: "Title in search results",
    names: ["seo title", "meta title", "meta: _yoast_wpseo_title", "meta: rank_math_title"],
    clearable: true,
    public: false,
  },
  searchWords: {
    kind: "text",
    heading: "Search description",
    label: "Words in search results",
    names: ["seo description", "meta description", "meta: _yoast_wpseo_metadesc", "meta: rank_math_description"],
    clearable: true,
    public: false,
  },
  categoryId: {
    kind: "id",
    heading: "Category",
    names: ["type", "product type"],
    column: "category",
    clearable: false,
    public: false,
  },
  kindForTax: { kind: "word", heading: "Kind for tax", clearable: false, public: false },
  type: { kind: "word", heading: "Worn as", column: "wornAs", clearable: false, public: "api" },
  headwear: { kind: "yes", heading: "Headwear", clearable: false, public: "api" },
  finalSale: { kind: "yes", heading: "Final sale", clearable: false, public: "page and api" },
  newArrivals: { kind: "yes", heading: "New arrivals", clearable: false, public: "api" },
  bestSeller: { kind: "yes", heading: "Best seller", clearable: false, public: "api" },
  publishedStatus: { kind: "word", heading: "Status", column: "status", clearable: false, public: "api" },
  weightGrams: {
    kind: "whole",
    heading: "Weight (grams)",
    label: "Weight",
    names: [
      "weight value (grams)",
      "variant grams",
      ...["weight", "variant weight", "item weight", "gewicht", "poids", "peso"].flatMap((name) =>
        ["g", "kg", "lb", "lbs", "oz"].flatMap((unit) => [
          `${name} (${unit})`,
          `${name} ${unit}`,
          `${name} in ${unit}`,
        ]),
      ),
    ],
    column: "weight",
    clearable: false,
    public: "page and api",
  },
  lowMark: { kind: "whole", heading: "Few left from", names: ["low mark"], clearable: false, public: false },
  sku: {
    kind: "code",
    heading: "Product SKU",
    label: "SKU",
    column: "productSku",
    clearable: false,
    public: "page and api",
  },
  sizeGuideId: { kind: "id", heading: "Size guide", column: "sizeGuide", clearable: false, public: false },
  sizeChart: { kind: "list", heading: "Size chart picture", clearable: false, public: "api" },
  styleWithProducts: { kind: "list", heading: "Goes with", column: "goesWith", clearable: false, public: "api" },
  styleWith: { kind: "yes", heading: null, label: "Goes with", public: "api" },
  // A file has the amounts at each variant.
  price: { kind: "amount", heading: null, label: "Price", public: "page and api" },
  salePrice: { kind: "amount", heading: null, label: "Sale price", public: "page and api" },
  cost: { kind: "amount", heading: null, label: "Cost", public: false },
  publishAt: { kind: "moment", heading: null, public: false },
  putAwayAt: { kind: "moment", heading: null, public: false },
  id: { kind: "own", public: "page and api" },
  images: { kind: "own", public: "api" },
  reviewCount: { kind: "own", public: "page and api" },
  starSum: { kind: "own", public: "page and api" },
  createdAt: { kind: "own", public: "api" },
  kind: { kind: "own", public: false },
  sample: { kind: "own", public: false },
  position: { kind: "own", public: false },
  version: { kind: "own", public: false },
} as const satisfies Fields;

/** A variant's fields in the order of their columns in a file. */
export const variantFields = {
  color: { kind: "own", heading: "Color", names: ["colour"], public: "page and api" },
  size: { kind: "own", heading: "Size", names: ["variation name"], public: "page and api" },
  sku: {
    kind: "code",
    heading: "SKU",
    names: ["variant sku", "item no.", "item no", "item number", "item #", "style number"],
    clearable: true,
    public: "page and api",
  },
  barcode: {
    kind: "code",
    heading: "Barcode",
    names: ["variant barcode", "gtin", "gtin, upc, ean, or isbn", "ean", "upc", "isbn"],
    clearable: true,
    public: "page",
  },
  price: {
    kind: "amount",
    heading: "Price",
    names: ["variant price", "regular price", "retail", "retail price"],
    clearable: false,
    public: "page and api",
  },
  salePrice: {
    kind: "amount",
    heading: "Sale price",
    names: ["online sale price"],
    clearable: true,
    public: "page and api",
  },
  cost: {
    kind: "amount",
    heading: "Cost",
    names: ["cost per item", "unit cost", "cost price", "default unit cost"],
    clearable: true,
    public: false,
  },
  stock: {
    kind: "own",
    heading: "Stock",
    names: ["inventory quantity", "variant inventory qty", "quantity", "qty", "on hand", "qty on hand"],
    public: "page and api",
  },
  shelf: { kind: "code", heading: "Shelf", names: ["bin", "bin location"], clearable: true, public: false },
  image: {
    kind: "own",
    heading: "Picture of this color and size",
    names: ["variant image url", "variant image"],
    column: "pairPicture",
    public: "page and api",
  },
  id: { kind: "own", public: "page" },
  productId: { kind: "own", public: false },
  position: { kind: "own", public: false },
  retiredAt: { kind: "own", public: false },
  version: { kind: "own", public: false },
} as const satisfies Fields;

/** Names of the fields of some kinds. */
export type NamesOfKind<F extends Fields, K extends FieldKind> = {
  [Name in keyof F]: F[Name]["kind"] extends K ? Name : never;
}[keyof F] &
  string;
/** Names of the fields that members edit. */
export type Edited<F extends Fields> = NamesOfKind<F, Exclude<FieldKind, "own">>;
/** Names of the fields that shoppers see in one place or another, or in one of them. */
export type Public<F extends Fields, Place extends "page" | "api" = "page" | "api"> = {
  [Name in keyof F]: F[Name] extends { public: infer Seen }
    ? Extract<Seen, Place | "page and api"> extends never
      ? never
      : Name
    : never;
}[keyof F] &
  string;
/** Names of the fields that have a column in a file, and keys of these columns. */
export type InFile<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { heading: string } ? Name : never;
}[keyof F] &
  string;
export type ColumnOf<F extends Fields, Name extends keyof F = InFile<F>> = {
  [N in Name]: F[N] extends { column: infer Key extends string } ? Key : N;
}[Name] &
  string;
/** Values of some fields. */
export type ValuesOf<F extends Fields, Names extends keyof F> = { [Name in Names]: ValueOfKind[F[Name]["kind"]] };

export type EditedProductField = Edited<typeof productFields>;
export type EditedVariantField = Edited<typeof variantFields>;

/** Kinds whose values the API sends as they are stored. */
export type PlainKind = "text" | "code" | "lines" | "whole" | "yes";
const PLAIN_KINDS: readonly FieldKind[] = ["text", "code", "lines", "whole", "yes"] satisfies PlainKind[];
export const isPlain = (kind: FieldKind): kind is PlainKind => PLAIN_KINDS.includes(kind);
/** Names of the fields that the API sends as they are stored. */
export type PlainInApi<F extends Fields> = NamesOfKind<F, PlainKind> & Public<F, "api">;

/** Value of a field that nobody has filled in. */
const EMPTY = {
  text: "",
  code: "",
  lines: [],
  amount: null,
  whole: null,
  yes: false,
  word: null,
  id: null,
  list: [],
  moment: null,
} as const satisfies Record<Exclude<FieldKind, "own">, unknown>;

export const isEdited = ({ kind }: Field): boolean => kind !== "own";
export const isOnPage = (field: Field): boolean => field.public !== false && field.public.includes("page");
export const isInApi = (field: Field): boolean => field.public !== false && field.public.includes("api");

/** Names of the fields that fulfil a condition, in order; the caller says which they are. */
export const namesWhere = <F extends Fields, Name extends keyof F = keyof F>(
  fields: F,
  fits: (field: Field) => boolean,
): Name[] => Object.entries(fields).flatMap(([name, field]) => (fits(field) ? [name as Name & string] : []));

/** Names of the fields that have a column in a file, in order. */
export const namesInFile = <F extends Fields>(fields: F): InFile<F>[] =>
  namesWhere<F, InFile<F>>(fields, ({ heading }) => typeof heading === "string");

/** Names of the fields that shoppers see, in order. */
export const publicNames = <F extends Fields>(fields: F): Public<F>[] =>
  namesWhere<F, Public<F>>(fields, (field) => field.public !== false);

/** Names of the fields of some kinds, in order. */
export const namesOfKind = <F extends Fields, K extends FieldKind>(fields: F, ...kinds: K[]): NamesOfKind<F, K>[] =>
  namesWhere<F, NamesOfKind<F, K>>(fields, ({ kind }) => kinds.some((each) => each === kind));

/** Names of the fields whose values files and API have as they are stored, in order. */
export const plainNames = <F extends Fields>(fields: F): NamesOfKind<F, PlainKind>[] =>
  namesWhere<F, NamesOfKind<F, PlainKind>>(fields, ({ kind }) => isPlain(kind));

/** Names of the fields that members edit, in order. */
export const editedNames = <F extends Fields>(fields: F): Edited<F>[] => namesWhere<F, Edited<F>>(fields, isEdited);

/** Names of the fields that the API sends as they are stored, in order. */
export const plainInApi = <F extends Fields>(fields: F): PlainInApi<F>[] =>
  namesWhere<F, PlainInApi<F>>(fields, (field) => isInApi(field) && isPlain(field.kind));

/** Values of some fields that nobody has filled in. */
export const emptyValues = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  names: readonly Name[],
): ValuesOf<F, Name> =>
  Object.fromEntries(names.map((name) => [name, EMPTY[fields[name]?.kind as keyof typeof EMPTY]])) as ValuesOf<F, Name>;

/** The named values of a record, in the record's own order. */
export const picked = <R extends object, Name extends keyof R & string>(
  record: R,
  names: readonly Name[],
): Pick<R, Name> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.some((each) => each === name))) as Pick<R, Name>;
