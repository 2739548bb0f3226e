import { useRouteLoaderData } from "react-router";
import type { loader } from "./root";

/** Values typed into this page before the session was over, by the names of the fields; empty otherwise. */
export const usePendingForm = (): Record<string, string | undefined> =>
  useRouteLoaderData<typeof loader>("root")?.kept ?? {};
