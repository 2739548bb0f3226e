import { useRouteLoaderData } from "react-router";
import type { loader } from "./root";

/** Values that were typed on this page before the session ended, by field name; empty if there are none. */
export const usePendingForm = (): Record<string, string | undefined> =>
  useRouteLoaderData<typeof loader>("root")?.kept ?? {};
