import { z } from "zod";
import { LongText, ShortText } from "~/shop/form-submission";
import { limits } from "~/shop/limits";
import { PlainLine } from "~/shop/plain-text";
import { type Fit, fits } from "../fit";

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

const Stars = z.coerce.number("Please choose a rating.").int().min(1).max(5);
const Title = PlainLine(limits.text.line, { tooLong: `Please use at most ${limits.text.line} characters.` });
const Content = LongText("Please write a few words.");
const Author = ShortText("Please enter your name.");

/**
 * Schema of the form for the reviews of an order's products. A product without stars and words is left out; one with either needs
 * both, and the form at least one.
 */
export const OrderReviewForm = (productIds: string[]) =>
  z
    .object({})
    .catchall(z.string())
    .transform((typed, context): OrderReview[] => {
      const complain = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      const read = <T>(schema: z.ZodType<T>, path: string): T | undefined => {
        const parsed = schema.safeParse(typed[path] ?? "");
        if (!parsed.success) complain(path, parsed.error.issues[0]?.message ?? "");
        return parsed.data;
      };
      const isWritten = (id: string) =>
        (["rating", "title", "content"] as const).some((field) => (typed[fieldOf(field, id)] ?? "").trim() !== "");
      const written = productIds.filter(isWritten);
      const [first] = productIds;
      if (written.length === 0 && first !== undefined) complain(fieldOf("rating", first), "Please choose a rating.");
      const author = read(Author, "author") ?? "";
      const reviews = written.map((productId) => {
        const stars = fieldOf("rating", productId);
        const isChosen = (typed[stars] ?? "") !== "";
        if (!isChosen) complain(stars, "Please choose a rating.");
        return {
          productId,
          author,
          rating: (isChosen && read(Stars, stars)) || 0,
          fit: fits.find((fit) => fit === typed[fieldOf("fit", productId)]) ?? null,
          title: read(Title, fieldOf("title", productId)) ?? "",
          content: read(Content, fieldOf("content", productId)) ?? "",
        };
      });
      return context.issues.length > 0 ? z.NEVER : reviews;
    });
