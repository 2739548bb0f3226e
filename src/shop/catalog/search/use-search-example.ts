import { createContext, useContext } from "react";

/** Words that stand in every empty search box. */
export const SearchExample = createContext("");

export const useSearchExample = (): string => useContext(SearchExample);
