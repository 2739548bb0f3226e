import { createRoute, z } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { publicPage } from "~/shop/caching";
import { limits } from "~/shop/limits";
import { jsonResponse, jsonBody, refusals, roomApi } from "~/shop/shop.api";
import { communityVideos, socialFeed } from "./community.server";
import { CommunityVideoWire, socialPostToWire, SocialPostWire, videoToWire } from "./community.wire";

const MOST_POSTS = 50;

const videos = createRoute({
  method: "get",
  path: "/community/videos",
  tags: ["Community"],
  operationId: "listCommunityVideos",
  summary: "The community's films with their products",
  responses: {
    200: jsonResponse(
      z.object({ success: z.literal(true), data: CommunityVideoWire.array(), error: z.null() }),
      "The films in order",
    ),
    ...refusals(),
  },
});

const feed = createRoute({
  method: "post",
  path: "/instagram",
  tags: ["Community"],
  operationId: "listSocialPosts",
  summary: "The first posts of the social feed",
  request: {
    body: jsonBody(
      z.object({ limit: z.int().min(1).max(MOST_POSTS).default(limits.socialPosts) }).openapi({
        example: { limit: 6 },
      }),
    ),
  },
  responses: {
    200: jsonResponse(z.object({ data: SocialPostWire.array() }), "The posts in order"),
    ...refusals("input-invalid", "body-malformed", "body-not-json", "body-too-large"),
  },
});

/** API calls of the community. */
export const communityApi = ({ db }: Pick<Services, "db">) =>
  roomApi()
    .openapi(videos, async (c) => {
      const data = (await communityVideos(db)).map(videoToWire);
      return c.json({ success: true as const, data, error: null }, 200, publicPage);
    })
    .openapi(feed, async (c) => {
      const posts = await socialFeed(db, c.req.valid("json").limit);
      return c.json({ data: posts.map(socialPostToWire) }, 200);
    });
