import { useRouteLoaderData } from "react-router";
import type { loader } from "./root";

/** Values typed on this page before the session ended, by field name; otherwise empty. */
export const usePendingForm = (): Record<string, string | undefined> =>
  useRouteLoaderData<typeof loader>("root")?.kept ?? {};
