import { createContext, useContext } from "react";

/** Context with the placeholder of every empty search box. */
export const SearchExample = createContext("");

export const useSearchExample = (): string => useContext(SearchExample);
