import { z } from "zod";
import { type Fit, fits } from "../fit";
import { ReviewForm } from "../review-form";

/** Name of a field of one product's review in the form of an order. */
export const fieldOf = (field: "rating" | "fit" | "title" | "content", productId: string): string =>
  `${field}-${productId}`;

/** A review of one product of an order. */
export interface OrderReview {
  productId: string;
  rating: number;
  fit: Fit | null;
  title: string;
  content: string;
  author: string;
}

const { rating: Stars, title: Title, content: Content, author: Author } = ReviewForm.shape;

/**
 * Schema of the form for the reviews of an order's products. A product without stars and words is left out; one with either needs
 * both, and the form at least one.
 */
export const OrderReviewForm = (productIds: string[]) =>
  z
    .object({})
    .catchall(z.string())
    .transform((typed, context): OrderReview[] => {
      const read = <T>(schema: z.ZodType<T>, path: string): T | undefined => {
        const parsed = schema.safeParse(typed[path] ?? "");
        if (!parsed.success)
          context.addIssue({ code: "custom", path: [path], message: parsed.error.issues[0]?.message ?? "" });
        return parsed.data;
      };
      const isWritten = (id: string) =>
        (["rating", "title", "content"] as const).some((field) => (typed[fieldOf(field, id)] ?? "").trim() !== "");
      const written = productIds.filter(isWritten);
      const [first] = productIds;
      if (written.length === 0 && first !== undefined) read(Stars, fieldOf("rating", first));
      const author = read(Author, "author") ?? "";
      const reviews = written.map((productId) => ({
        productId,
        author,
        rating: read(Stars, fieldOf("rating", productId)) ?? 0,
        fit: fits.find((fit) => fit === typed[fieldOf("fit", productId)]) ?? null,
        title: read(Title, fieldOf("title", productId)) ?? "",
        content: read(Content, fieldOf("content", productId)) ?? "",
      }));
      return context.issues.length > 0 ? z.NEVER : reviews;
    });
