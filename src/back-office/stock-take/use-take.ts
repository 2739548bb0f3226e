import { useLoaderData } from "react-router";
import type { takePage, TakeView } from "./take.server";

/** Loader data of a stock-take's page. */
export type TakeData = NonNullable<Awaited<ReturnType<typeof takePage>>> & {
  view: TakeView;
  /** Number that the member already typed, for browsers without JavaScript; null if none. */
  typed: string | null;
  mayCount: boolean;
  /** Whether the member may start another stock-take. */
  mayBegin: boolean;
};

/** Loader data of a stock-take's page, for the components on it. */
export const useTake = (): TakeData => useLoaderData<TakeData>();
