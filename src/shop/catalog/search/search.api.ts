import { createRoute, z } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { publicPage } from "~/shop/caching";
import { limits } from "~/shop/limits";
import { jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { isSearchable, normalizeQuery } from "./match-and-rank";
import { shopTexts } from "./shop-texts.server";

const FoundTextWire = z
  .object({
    kind: z.enum(["page", "answer"]).meta({ description: "An answer is one of the FAQ", example: "page" }),
    title: z.string().meta({ example: "Return & Exchange Policy" }),
    address: z.string().meta({ description: "Below the shop's own address", example: "/return-policy" }),
    excerpt: z.string(),
    isNamed: z.boolean().meta({ description: "Whether its title has every word of the query" }),
  })
  .meta({ id: "FoundText" });

const search = createRoute({
  method: "get",
  path: "/search",
  tags: ["Catalog"],
  operationId: "searchPages",
  summary: "Pages, policies and answers that have every word of the query",
  request: {
    query: z.object({
      query: z
        .string()
        .trim()
        .max(limits.search.maximumLetters)
        .refine(isSearchable, `Use at least ${limits.search.minimumLetters} letters.`)
        .transform(normalizeQuery)
        .openapi({ type: "string", example: "return policy" }),
    }),
  },
  responses: { 200: jsonResponse(FoundTextWire.array(), "The pages found"), ...refusals("input-invalid") },
});

/** API call that searches pages and answers. */
export const pagesApi = ({ db, settings, address }: Pick<Services, "db" | "settings" | "address">) =>
  roomApi().openapi(search, async (c) =>
    c.json(await shopTexts(db, settings(), c.req.valid("query").query, address), 200, publicPage),
  );

export type PagesApi = ReturnType<typeof pagesApi>;
