import { createRoute } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { Place, PlaceQuery, Point, SearchedPlace } from "./place";
import { placesLike, placesNear } from "./places.server";

const search = createRoute({
  method: "get",
  path: "/",
  operationId: "searchPlaces",
  summary: "Places by ZIP or city",
  tags: ["Places"],
  request: { query: PlaceQuery },
  responses: {
    200: jsonResponse(SearchedPlace.array(), "At most eight places, the likeliest first"),
    ...refusals("input-invalid"),
  },
});

const nearest = createRoute({
  method: "get",
  path: "/nearest",
  operationId: "nearestPlaces",
  summary: "Places by latitude and longitude",
  tags: ["Places"],
  request: { query: Point },
  responses: {
    200: jsonResponse(Place.array(), "At most eight places, the nearest first"),
    ...refusals("input-invalid"),
  },
});

/** API calls of the gazetteer: search and reverse look-up without a maps service. */
export const placesApi = ({ db }: Services) =>
  roomApi()
    .openapi(search, async (c) => c.json(await placesLike(db, c.req.valid("query").query), 200))
    .openapi(nearest, async (c) => c.json(await placesNear(db, c.req.valid("query")), 200));
