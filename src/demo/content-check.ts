import { postSlug } from "~/shop/blog/post";
import { type PageKey, type PageTexts, pageTexts } from "~/shop/information/page";
import { complaintsIn } from "./complaint";
import type { CatalogProduct, Content } from "./content-schema";

/** Where the shop serves a file of the folder, relative to the API base. */
export const mediaPath = (file: string): string => (file.startsWith("media/") ? `/${file}` : `/media/${file}`);

/** What is right in each file by itself but wrong between them, one line each. */
export function complaintsAbout(content: Content): string[] {
  const { categories, products } = content["catalog.json"];
  const complaints: string[] = [];
  const expect = (fits: boolean, complaint: string) => fits || complaints.push(complaint);

  const repeated = (ids: string[]) => ids.filter((id, position) => ids.indexOf(id) !== position);
  const once = (file: string, what: string, ids: string[]) =>
    repeated(ids).forEach((id) => complaints.push(`${file}: ${what} "${id}" appears twice`));
  const files = new Set(content.files);
  const exists = (file: string, row: string, paths: (string | null)[]) =>
    paths.forEach((path) => expect(path === null || files.has(path), `${file}: ${row}: there is no file ${path}`));

  const categoryIds = new Set(categories.map(({ _id }) => _id));
  once(
    "catalog.json",
    "the category id",
    categories.map(({ _id }) => _id),
  );
  for (const { name, parent } of categories)
    expect(
      !parent || categoryIds.has(parent._id),
      `catalog.json: category "${name}", parent: there is no such category`,
    );

  const productIds = new Set(products.map(({ _id }) => _id));
  once(
    "catalog.json",
    "the product id",
    products.map(({ _id }) => _id),
  );
  once(
    "catalog.json",
    "the slug",
    products.map(({ slug }) => slug),
  );
  products.forEach((product, position) => {
    const row = `products[${position}] "${product.name}"`;
    const { category, styleWithProducts, images, colorImages, sizeChart, variantCombinations } = product;
    expect(categoryIds.has(category._id), `catalog.json: ${row}, category: there is no such category`);
    for (const id of styleWithProducts)
      expect(productIds.has(id), `catalog.json: ${row}, styleWithProducts: there is no product ${id}`);
    const entries = Object.values(variantCombinations).flat();
    const pictures = [
      ...images,
      ...Object.values(colorImages).flat(),
      ...sizeChart,
      ...entries.map(({ image }) => image),
    ];
    exists("catalog.json", row, pictures);
    for (const complaint of complaintsAboutVariants(product)) complaints.push(`catalog.json: ${row}, ${complaint}`);
  });

  const { reviews, questions } = content["reviews.json"];
  once(
    "reviews.json",
    "the id",
    [...reviews, ...questions].map(({ id }) => id),
  );
  for (const { id, productId } of [...reviews, ...questions])
    expect(productIds.has(productId), `reviews.json: "${id}", productId: there is no product ${productId}`);

  const blogs = content["blogs.json"];
  const blogCategories = new Set(blogs.categories.map(({ _id }) => _id));
  once(
    "blogs.json",
    "the id",
    [...blogs.categories, ...blogs.articles].map(({ _id }) => _id),
  );
  once(
    "blogs.json",
    "the address",
    blogs.articles.map(({ title }) => postSlug(title)),
  );
  for (const { title, category, image } of blogs.articles) {
    expect(blogCategories.has(category._id), `blogs.json: "${title}", category: there is no such category`);
    exists("blogs.json", `"${title}", image`, [image]);
  }

  const published = new Set(products.flatMap((one) => (one.publishedStatus === "published" ? [one._id] : [])));
  for (const { fileName, filePath, productId } of content["community.json"].videos) {
    exists("community.json", `"${fileName}", filePath`, [filePath]);
    expect(
      productId === null || published.has(productId),
      `community.json: "${fileName}", productId: there is no published product ${productId}`,
    );
  }
  for (const { id, media_url, thumbnail_url } of content["social.json"].posts)
    exists("social.json", `"${id}"`, [media_url, thumbnail_url]);

  const { states, events, chapters } = content["events.json"];
  const codes = new Set(states.map(({ code }) => code));
  for (const { name, state } of [...events, ...chapters])
    expect(codes.has(state), `events.json: "${name}", state: there is no state ${state}`);

  return [...complaints, ...screens(content).complaints];
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

/** The texts of the screens, their products found by slug and their files where the shop serves them. */
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
