import { redirect } from "react-router";

/** Redirects from an earlier address of the daily sales, which members may have bookmarked. */
export const loader = () => redirect("/figures/sales", 301);
