import { useRouteLoaderData } from "react-router";
import type { FrameData } from "./frame-data";

/** Data where the frame could not be loaded: the first page is always there. */
const UNKNOWN: FrameData = { waysOn: { "new-arrivals": "/", men: "/" } };

export const useFrameData = (): FrameData => useRouteLoaderData<{ frame: FrameData }>("root")?.frame ?? UNKNOWN;
