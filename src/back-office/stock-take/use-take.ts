import { useLoaderData } from "react-router";
import type { takePage, TakeView } from "./take.server";

/** Data that the page of a stock-take has loaded. */
export type TakeData = NonNullable<Awaited<ReturnType<typeof takePage>>> & {
  view: TakeView;
  /** Number typed already, without script. */
  typed: string | null;
  mayCount: boolean;
  /** Whether another stock-take can be begun. */
  mayBegin: boolean;
};

/** The stock-take that the page shows, for its parts. */
export const useTake = (): TakeData => useLoaderData<TakeData>();
