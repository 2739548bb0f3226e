import { createContext, type RouterContextProvider } from "react-router";
import { type Json, type PageData, rememberPageData } from "./page-data";

/** The texts of a document that is being made, in the order of their elements; none where only the data of a page is asked for. */
export const documentData = createContext<string[] | null>(null);

/** What a loader gives in place of its data, which JSON holds as they are: the browser reads it by `readPageData`. */
export function writePageData<T>(context: Readonly<RouterContextProvider>, value: T & Json<T>): PageData<T> {
  const json = JSON.stringify(value);
  const texts = context.get(documentData);
  return rememberPageData<T>(texts ? { at: elementId(texts.push(json) - 1) } : { json }, value);
}

const elementId = (place: number): string => `page-data-${place}`;

/** The elements that hold the texts. They are no scripts: no policy has to name them. */
export const dataElements = (texts: readonly string[]): string =>
  texts
    .map((json, place) => `<script type="application/json" id="${elementId(place)}">${escaped(json)}</script>`)
    .join("");

/** Nothing in it can end the element, or begin a comment in it. */
const escaped = (json: string): string => json.replaceAll("<", "\\u003c");
