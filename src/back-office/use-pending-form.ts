import { useRouteLoaderData } from "react-router";
import type { loader } from "./root";

/** Values typed on this page before the session ended or a factor was asked for, by field name; empty if there are none. */
export const usePendingForm = (): Record<string, string | undefined> =>
  useRouteLoaderData<typeof loader>("root")?.kept ?? {};
