import { useLoaderData } from "react-router";
import type { takePage, TakeView } from "./take.server";

/** Loader data of a stock-take's page. */
export type TakeData = NonNullable<Awaited<ReturnType<typeof takePage>>> & {
  view: TakeView;
  /** Number already typed; for pages without script. */
  typed: string | null;
  mayCount: boolean;
  /** Whether another stock-take can be started. */
  mayBegin: boolean;
};

/** Loader data of the page, for its parts. */
export const useTake = (): TakeData => useLoaderData<TakeData>();
