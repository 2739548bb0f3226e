import { postSlug } from "~/shop/blog/post";
import { missingToPublish } from "~/shop/catalog/editing/publish-needs";
import { type PageKey, type PageTexts, pageTexts } from "~/shop/texts/page-texts";
import { complaintsIn } from "./complaint";
import type { CatalogProduct, Content } from "./content-schema";

/** Path under which the shop serves a file of the content folder, relative to the API's base address. */
export const mediaPath = (file: string): string => (file.startsWith("media/") ? `/${file}` : `/media/${file}`);

/** Errors in references between the content's files, one per line. */
export const complaintsAbout = (content: Content): string[] => [
  ...aboutCategories(content),
  ...aboutProducts(content),
  ...aboutReviews(content),
  ...aboutBlogs(content),
  ...aboutMedia(content),
  ...aboutEvents(content),
  ...screens(content).complaints,
];

/** The error message, unless `fits` is true. */
const unless = (fits: boolean, complaint: string): string[] => (fits ? [] : [complaint]);

const repeated = (file: string, what: string, ids: string[]): string[] =>
  ids.flatMap((id, position) => unless(ids.indexOf(id) === position, `${file}: ${what} "${id}" appears twice`));

function missingFiles({ files }: Content, where: string, paths: (string | null)[]): string[] {
  const known = new Set(files);
  return paths.flatMap((path) => unless(path === null || known.has(path), `${where}: there is no file ${path}`));
}

const idsOf = (rows: { _id: string }[]): string[] => rows.map(({ _id }) => _id);

function aboutCategories({ "catalog.json": { categories } }: Content): string[] {
  const ids = new Set(idsOf(categories));
  return [
    ...repeated("catalog.json", "the category id", idsOf(categories)),
    ...categories.flatMap(({ name, parent }) =>
      unless(!parent || ids.has(parent._id), `catalog.json: category "${name}", parent: there is no such category`),
    ),
  ];
}

function aboutProducts(content: Content): string[] {
  const { categories, products } = content["catalog.json"];
  const categoryIds = new Set(idsOf(categories));
  const productIds = new Set(idsOf(products));
  const slugs = products.map(({ slug }) => slug);
  return [
    ...repeated("catalog.json", "the product id", idsOf(products)),
    ...repeated("catalog.json", "the slug", slugs),
    ...products.flatMap((product, position) => {
      const row = `catalog.json: products[${position}] "${product.name}"`;
      const { category, styleWithProducts } = product;
      return [
        ...unless(categoryIds.has(category._id), `${row}, category: there is no such category`),
        ...styleWithProducts.flatMap((id) =>
          unless(productIds.has(id), `${row}, styleWithProducts: there is no product ${id}`),
        ),
        ...missingFiles(content, row, picturesOf(product)),
        ...complaintsAboutVariants(product).map((complaint) => `${row}, ${complaint}`),
        ...complaintsAboutPublishing(product).map((complaint) => `${row}, ${complaint}`),
      ];
    }),
  ];
}

/** Errors for demo products that are published but lack a field that publishing requires. */
function complaintsAboutPublishing({
  publishedStatus,
  colorImages,
  variantCombinations,
  category,
  ...product
}: CatalogProduct) {
  if (publishedStatus !== "published") return [];
  const missing = missingToPublish({
    ...product,
    colors: Object.values(colorImages).map((images) => ({ images })),
    variants: Object.values(variantCombinations).flat(),
    categoryId: category._id,
    // A product without a tax kind has the one of its category.
    kindForTax: product.kindForTax ?? "",
  });
  return missing.map((need) => `${need}: a published product needs one`);
}

const picturesOf = ({ images, colorImages, sizeChart, variantCombinations }: CatalogProduct): (string | null)[] => [
  ...images,
  ...Object.values(colorImages).flat(),
  ...sizeChart,
  ...Object.values(variantCombinations)
    .flat()
    .map(({ image }) => image),
];

function aboutReviews(content: Content): string[] {
  const { reviews, questions } = content["reviews.json"];
  const productIds = new Set(idsOf(content["catalog.json"].products));
  const rows = [...reviews, ...questions];
  return [
    ...repeated(
      "reviews.json",
      "the id",
      rows.map(({ id }) => id),
    ),
    ...rows.flatMap(({ id, productId }) =>
      unless(productIds.has(productId), `reviews.json: "${id}", productId: there is no product ${productId}`),
    ),
  ];
}

function aboutBlogs(content: Content): string[] {
  const { categories, articles } = content["blogs.json"];
  const ids = new Set(idsOf(categories));
  const slugs = articles.map(({ title }) => postSlug(title));
  return [
    ...repeated("blogs.json", "the id", idsOf([...categories, ...articles])),
    ...repeated("blogs.json", "the address", slugs),
    ...articles.flatMap(({ title, category, image }) => [
      ...unless(ids.has(category._id), `blogs.json: "${title}", category: there is no such category`),
      ...missingFiles(content, `blogs.json: "${title}", image`, [image]),
    ]),
  ];
}

function aboutMedia(content: Content): string[] {
  const published = content["catalog.json"].products.filter(({ publishedStatus }) => publishedStatus === "published");
  const productIds = new Set(idsOf(published));
  return [
    ...content["community.json"].videos.flatMap(({ fileName, filePath, productId }) => [
      ...missingFiles(content, `community.json: "${fileName}", filePath`, [filePath]),
      ...unless(
        productId === null || productIds.has(productId),
        `community.json: "${fileName}", productId: there is no published product ${productId}`,
      ),
    ]),
    ...content["social.json"].posts.flatMap(({ id, media_url, thumbnail_url }) =>
      missingFiles(content, `social.json: "${id}"`, [media_url, thumbnail_url]),
    ),
  ];
}

function aboutEvents({ "events.json": { states, events, chapters } }: Content): string[] {
  const codes = new Set(states.map(({ code }) => code));
  return [...events, ...chapters].flatMap(({ name, state }) =>
    unless(codes.has(state), `events.json: "${name}", state: there is no state ${state}`),
  );
}

function complaintsAboutVariants({ variants, variantCombinations, colorImages }: CatalogProduct): string[] {
  const complaints: string[] = [];
  const offered = (option: "Size" | "Color") => variants.find(({ name }) => name === option)?.values;
  const sizes = offered("Size");
  const colors = offered("Color");
  const combined = Object.keys(variantCombinations);
  if (variants.length > 0 && combined.length === 0) complaints.push("variantCombinations: nothing of it is sold");

  for (const size of combined)
    if (sizes && !sizes.includes(size))
      complaints.push(`variantCombinations.${size}: the size is not among the variants`);
  for (const [size, entries] of Object.entries(variantCombinations)) {
    const seen = new Set<string>();
    entries.forEach(({ color }, position) => {
      const field = `variantCombinations.${size}[${position}].color`;
      if (seen.has(color)) complaints.push(`${field}: ${color} appears twice`);
      seen.add(color);
      if (colors && !colors.includes(color)) complaints.push(`${field}: ${color} is not among the variants`);
    });
  }
  for (const color of Object.keys(colorImages))
    if (colors && !colors.includes(color)) complaints.push(`colorImages.${color}: the color is not among the variants`);
  return complaints;
}

/** Texts of the pages, with products looked up by slug and files replaced by their paths. */
export function screens(content: Content): { texts: Map<PageKey, PageTexts<PageKey>>; complaints: string[] } {
  const pages: Record<string, unknown> = content["pages.json"];
  const ids = new Map(content["catalog.json"].products.map(({ slug, _id }) => [slug, _id]));
  const files = new Set(content.files);
  const complaints: string[] = [];

  const productId = (slug: unknown): string => {
    const id = ids.get(String(slug));
    if (id === undefined) complaints.push(`pages.json: there is no product with the slug "${String(slug)}"`);
    return id ?? "";
  };
  const resolved = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (!/^(media|size-charts)\//.test(value)) return value;
      if (!files.has(value)) complaints.push(`pages.json: there is no file ${value}`);
      return mediaPath(value);
    }
    if (Array.isArray(value)) return value.map(resolved);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (key === "productSlug") return ["productId", productId(part)];
        if (key === "productSlugs" && Array.isArray(part)) return ["productIds", part.map(productId)];
        return [key, resolved(part)];
      }),
    );
  };

  const texts = new Map<PageKey, PageTexts<PageKey>>();
  for (const [key, schema] of Object.entries(pageTexts) as [PageKey, (typeof pageTexts)[PageKey]][]) {
    const { data, error } = schema.safeParse(resolved(pages[key]));
    complaints.push(...complaintsIn("pages.json", pages, error, [key]));
    if (data) texts.set(key, data);
  }
  return { texts, complaints };
}
