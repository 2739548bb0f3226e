/** Puts a cell in quotation marks where Shopify's export does. */
const cell = (text: string | number): string => {
  const plain = String(text);
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Joins rows of cells into a CSV file. */
export const csvOf = (rows: (string | number)[][]): string => rows.map((row) => row.map(cell).join(",")).join("\n");

const HEADERS = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Product Category",
  "Type",
  "Tags",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Price",
  "Variant Compare At Price",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "Google Shopping / Google Product Category",
  "Variant Image",
  "Cost per item",
  "Status",
];
type Header = (typeof HEADERS)[number];
type Cells = Partial<Record<Header, string | number>>;

const NAMES = ["Café Racer", "Señorita", "Old Mill", "Ridge & Co.", "Zündapp", "Nightjar", "Basin", "Trail’s End"];
const THINGS = ["Jacket", "Gloves", "Tee", "Hoodie", "Boots"];
const TYPES = ["Men > Jackets", "Men > Hoodies", "Women > Tees", "Women > Jackets"];
const SIZES = ["S", "M", "L", "XL"];
const COLORS = ["Black", "Crème"];

interface Wanted {
  products?: number;
  /** Number of sizes of each product; unset: from one to four. */
  variants?: number;
  /** Whether to include wrong values as in real exports, which have to be corrected. */
  withFaults?: boolean;
  status?: "active" | "draft";
  /**
   * URL of each product's only picture, with `#` replaced by the product's number; without `#`, all products have the same
   * picture.
   */
  picture?: string;
}

/** Wrong values in rows of a generated export, each of which the import has to refuse. */
export const FAULTS = ["12,50", "twelve", "no handle", "no size", "1e9", "-1", "€229.00"] as const;

/**
 * Generates an export like those of real Shopify shops: accents, HTML, quoted line breaks, dollar signs, rows with only a
 * picture, alternative texts of 300 characters. The same options always give the same file.
 */
export function shopifyExport({
  products = 200,
  variants,
  withFaults = false,
  status = "active",
  picture,
}: Wanted = {}): string {
  const rows = Array.from({ length: products }, (_, number) =>
    productRows({ number, variants, status, picture }),
  ).flat();
  if (withFaults) spoil(rows);
  return csvOf([HEADERS, ...rows.map((row) => HEADERS.map((header) => row[header] ?? ""))]);
}

interface Product {
  number: number;
  variants: number | undefined;
  status: string;
  picture: string | undefined;
}

function productRows({ number, variants = 1 + (number % 4), status, picture }: Product): Cells[] {
  const at = <T>(list: readonly T[], step = 1): T => list[Math.floor(number / step) % list.length] as T;
  const name = `${at(NAMES)} ${at(THINGS, 3)} ${number + 1}`;
  const handle = `product-${number + 1}`;
  const address =
    picture?.replace("#", String(number + 1)) ?? `https://cdn.shopify.com/s/files/1/0001/products/${handle}.jpg?v=16`;
  const color = at(COLORS, 2);
  const rows = Array.from({ length: variants }, (_, place): Cells => ({
    Handle: handle,
    "Option1 Value": SIZES[place % 4] ?? "S",
    "Option2 Value": variants > 4 ? `${color} ${Math.floor(place / 4)}` : color,
    "Variant SKU": `SH-${number + 1}-${place + 1}`,
    "Variant Grams": "850.0",
    "Variant Inventory Tracker": "shopify",
    "Variant Inventory Qty": 4 + ((number + place) % 9),
    "Variant Price": number % 5 === 0 ? `$${90 + number}.00` : `${90 + number}.00`,
    "Variant Compare At Price": number % 7 === 0 ? `${110 + number}.00` : "",
    "Cost per item": "31.50",
  }));
  Object.assign(rows[0] ?? {}, {
    Title: name,
    "Body (HTML)": `<p>Made for <strong>${name}</strong> &amp; friends.<br>Lined.</p>\n<ul><li>Two pockets</li><li>"Quiet" zip</li></ul><script>alert(${number})</script>`,
    Vendor: "Iron & Sons",
    "Product Category": "Apparel & Accessories > Clothing",
    Type: at(TYPES),
    Tags: "new, riding",
    Published: status === "active" ? "true" : "false",
    "Option1 Name": "Size",
    "Option2 Name": "Color",
    "Image Src": address,
    "Image Position": 1,
    "Image Alt Text": number % 10 === 3 ? `${name}, `.repeat(30).slice(0, 300) : name,
    "Google Shopping / Google Product Category": "5598",
    Status: status,
  });
  const second: Cells = { Handle: handle, "Image Src": address.replace(/\.jpg/, "-back.jpg"), "Image Position": 2 };
  return number % 6 === 2 && picture === undefined ? [...rows, second] : rows;
}

/** Puts each fault into a separate row: of the rows of second and later variants, the seventh and each fourth one after it. */
function spoil(rows: Cells[]): void {
  const later = rows.filter((row) => !row.Title && row["Variant Price"] !== undefined).slice(6);
  const spoilt: Cells[] = [
    { "Variant Price": "12,50" },
    { "Variant Inventory Qty": "twelve" },
    { Handle: "" },
    { "Option1 Value": "" },
    { "Variant Price": "1e9" },
    { "Variant Price": "-1" },
    { "Variant Price": "€229.00" },
  ];
  for (const [place, fault] of spoilt.entries()) Object.assign(later[place * 4] ?? {}, fault);
}
