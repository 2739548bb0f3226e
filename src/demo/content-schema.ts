import { z } from "zod";
import { EventSchedule, MeetingSchedule } from "~/shop/community/schedules";
import type { PolicyKey } from "~/shop/texts/page-texts";
import { centsOfDollars } from "~/shop/money";
import { withoutInvisible } from "~/shop/visible-text";
import type { QuestionWords, ReviewWords } from "~/shop/reviews/review-form";
import { Answers } from "~/shop/reviews/question-answers";
import { Settings } from "~/shop/settings";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import {
  emptyValues,
  type Fields,
  type NamesOfKind,
  type PlainKind,
  plainNames,
  productFields,
  variantFields,
} from "~/shop/catalog/product-fields";

const Id = z.string().regex(/^[A-Za-z0-9]{1,64}$/, "must be letters and digits only");
const Text = z.string();
const Filled = z.string().overwrite(withoutInvisible).trim().min(1, "must not be empty");

const Dollars = z
  .number()
  .min(0, "must not be negative")
  .max(1_000_000, "must not be above 1000000")
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, "must have at most two decimals")
  .transform(centsOfDollars);

/** File path relative to the content folder. */
const File = z
  .string()
  .regex(/^(media|size-charts)\/(?!.*\.\.)[\w./-]+$/, "must be a path inside media/ or size-charts/");

/** A date, as noon in UTC, so that it is the same day in the shop's time zone. */
const Day = z.iso.date().transform((day) => new Date(`${day}T12:00:00Z`));

const Stock = z.int().min(0, "must not be negative").nullable().default(null);

const Whole = z.int().positive().nullable();
/** Schemas of the fields of products and variants, by kind. */
const BY_KIND = {
  text: Text.nullable().transform((text) => text ?? ""),
  code: Text,
  lines: z.array(Text),
  whole: Whole,
  yes: z.boolean(),
};
type DemoSchemas<F extends Fields> = {
  [Name in NamesOfKind<F, PlainKind>]: z.ZodDefault<(typeof BY_KIND)[F[Name]["kind"] & PlainKind]>;
};
/** Schemas of the fields that have a value of their own in the demo's files; a missing one is empty. */
const schemasOf = <F extends Fields>(fields: F): DemoSchemas<F> => {
  const names = plainNames(fields);
  const empty: Record<string, unknown> = emptyValues(fields, names);
  return Object.fromEntries(
    names.map((name) => [name, BY_KIND[fields[name]?.kind as "code"].default(empty[name] as string)]),
  ) as DemoSchemas<F>;
};

const Entry = z.strictObject({
  ...schemasOf(variantFields),
  color: Filled,
  price: Dollars.nullable().default(null),
  image: File.nullable().default(null),
  stock: Stock,
});

const Product = z.strictObject({
  ...schemasOf(productFields),
  _id: Id,
  name: Filled,
  slug: Filled,
  images: z.array(File).default([]),
  colorImages: z.record(Filled, z.array(File)).default({}),
  swatches: z.record(Filled, z.string().regex(/^#[0-9a-f]{3,8}$/i, "must be a color such as #4a1216")).default({}),
  variants: z.array(z.strictObject({ name: z.enum(["Size", "Color"]), values: z.array(Filled) })).default([]),
  variantCombinations: z.record(Filled, z.array(Entry)).default({}),
  price: Dollars.nullable().default(null),
  salePrice: Dollars.nullable().default(null),
  costPerItem: Dollars.nullable().default(null),
  stock: Stock,
  category: z.object({ _id: Id }),
  type: z.enum(["top", "bottom"]).nullable().default(null),
  kindForTax: z.enum(TAX_KINDS).optional(),
  publishedStatus: z.enum(["published", "draft"]),
  createdAt: z.coerce.date(),
  sizeChart: z.array(File).default([]),
  /** Ignored, because the shop counts reviews itself. */
  reviews: z.int().optional(),
  styleWithProducts: z.array(Id).default([]),
});

const Catalog = z.object({
  categories: z.array(
    z.strictObject({
      _id: Id,
      name: Filled,
      parent: z.object({ _id: Id }).nullable(),
      kindForTax: z.enum(TAX_KINDS).optional(),
      onlyFaultyReturns: z.boolean().default(false),
    }),
  ),
  products: z.array(Product),
});
export type CatalogProduct = z.output<typeof Product>;

const Shares = z.array(z.object({ label: Filled, percent: z.number().min(0).max(100) }));

const Reviews = z.object({
  summary: z.object({
    count: z.int().min(0),
    distributionCounts: z.record(z.enum(["5", "4", "3", "2", "1"]), z.int().min(0)),
    fit: z.object({ position: z.number().min(0).max(100), breakdown: Shares }),
    bodyType: Shares,
    sizeOrdered: Shares,
    usualSize: Shares,
    height: Shares,
  }),
  reviews: z.array(
    z.object({
      id: Id,
      productId: Id,
      rating: z.int().min(1).max(5),
      title: Text.default(""),
      author: Filled,
      content: Filled,
      verified: z.boolean().default(false),
      date: Day,
    } satisfies Record<keyof ReviewWords, z.ZodType> & Record<string, z.ZodType>),
  ),
  questions: z.array(
    z.object({
      id: Id,
      productId: Id,
      question: Filled,
      author: Filled,
      date: Day,
      answers: Answers,
    } satisfies Record<keyof QuestionWords, z.ZodType> & Record<string, z.ZodType>),
  ),
});

const Blogs = z.object({
  categories: z.array(z.object({ _id: Id, name: Filled })),
  articles: z.array(
    z.object({
      _id: Id,
      title: Filled,
      image: File.nullable().default(null),
      publishDate: z.coerce.date(),
      description: Text.default(""),
      category: z.object({ _id: Id }),
      content: Filled,
    }),
  ),
});

const Faqs = z.object({
  categories: z.array(
    z.object({
      _id: Id,
      name: Filled,
      questions: z.array(
        z.object({
          _id: Id,
          question: Filled,
          answer: Filled,
          /** True if the answer speaks of goods or services that only the demo shop has. */
          isInvented: z.boolean().default(false),
        }),
      ),
    }),
  ),
});

const Community = z.object({
  videos: z.array(z.object({ _id: Id, fileName: Filled, filePath: File, productId: Id.nullable().default(null) })),
});

const Social = z.object({
  accounts: Settings.shape.social,
  posts: z.array(
    z.object({
      id: Id,
      caption: Filled,
      media_type: z.enum(["image", "video"]),
      media_url: File,
      thumbnail_url: File.nullable().default(null),
    }),
  ),
});

const StateCode = z.string().regex(/^[A-Z]{2}$/, "must be the two letters of a state");

const Events = z.object({
  states: z.array(z.object({ code: StateCode, name: Filled })),
  events: z.array(
    z.object({
      _id: Id,
      name: Filled,
      city: Filled,
      state: StateCode,
      rule: Filled,
      schedule: EventSchedule,
      description: Filled,
      blogCategory: Text.default(""),
    }),
  ),
  chapters: z.array(
    z.object({
      _id: Id,
      kind: z.enum(["chapter", "meet-up"]),
      name: Filled,
      city: Filled,
      state: StateCode,
      rule: Filled,
      time: Filled,
      schedule: MeetingSchedule,
      meetAt: Filled,
      description: Filled,
    }),
  ),
});

const Link = z.object({ label: Filled, href: Filled, icon: Text.default("") });

/** Texts of the pages. Each is checked by the shop's schema after products and pictures are looked up. */
const Pages = z.looseObject({
  navigation: z.object({ main: z.array(Link), sticky: z.array(Link), mobileIcons: z.array(Link) }),
  footer: z.looseObject({ columns: z.array(z.object({ heading: Filled, links: z.array(Link) })) }),
  home: z.looseObject({ promoMessages: z.array(z.object({ label: Filled, href: Filled })).min(1) }),
});

/** Schemas of the files in a content folder, by file name. */
export const contentFiles = {
  "catalog.json": Catalog,
  "reviews.json": Reviews,
  "blogs.json": Blogs,
  "faqs.json": Faqs,
  "pages.json": Pages,
  "community.json": Community,
  "social.json": Social,
  "events.json": Events,
  "alternative-texts.json": z.record(z.string(), z.string()),
};
export type Content = { [File in keyof typeof contentFiles]: z.output<(typeof contentFiles)[File]> } & {
  /** Markdown of each policy. */
  policies: Record<PolicyKey, string>;
  /** Paths of all pictures and films, relative to the content folder. */
  files: string[];
};
