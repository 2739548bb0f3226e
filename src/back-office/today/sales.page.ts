import { redirect } from "react-router";

/** Former address of the sales a day, among the bookmarks of members. */
export const loader = () => redirect("/figures/sales", 301);
