import { createContext } from "react";

/** Words that stand in every empty search box. */
export const SearchExample = createContext("");
