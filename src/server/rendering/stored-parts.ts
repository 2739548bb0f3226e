import { LRUCache } from "lru-cache";
import { createContext } from "react-router";
import type { PartMarkup } from "~/ui/part";

/** The markup of parts of documents, by what they were rendered from, for all documents that show them. */
export interface StoredParts {
  /** For one document: `nonce` is what nobody can write into it. */
  forDocument(nonce: string): PartMarkup & {
    /** The document with the markup of its parts in their places, which is kept for the next one. */
    complete(html: string): string;
  };
}

/** Where the renderer finds them; without it every part is rendered anew. */
export const storedPartsContext = createContext<StoredParts | null>(null);

/** What the documents of one build share; of at most so many characters, keys included. */
export function openStoredParts({ characters = 4_000_000 } = {}): StoredParts {
  const stored = new LRUCache<string, string>({
    maxSize: characters,
    sizeCalculation: (markup, key) => markup.length + key.length,
  });
  return {
    forDocument(nonce) {
      const known: string[] = [];
      const rendered: { key: string; hasIds: boolean }[] = [];
      return {
        signs(key, hasIds = false) {
          const markup = stored.get(key);
          if (markup !== undefined) return { known: `${nonce}=${known.push(markup) - 1}` };
          const place = rendered.push({ key, hasIds }) - 1;
          return { begin: `${nonce}+${place}`, end: `${nonce}-${place}` };
        },
        complete(html) {
          const [before = "", ...signs] = html.split(`<i data-part="${nonce}`);
          // The document, and within it whatever part is open.
          const open = [[before]];
          for (const sign of signs) {
            const [kind, place, after] = [
              sign.charAt(0),
              Number.parseInt(sign.slice(1)),
              sign.slice(sign.indexOf(SIGN_END) + SIGN_END.length),
            ];
            if (kind === "+") open.push([]);
            if (kind === "=") open.at(-1)?.push(known[place] ?? "");
            if (kind === "-") {
              const markup = (open.pop() ?? []).join("");
              const part = rendered[place];
              if (part && isStorable(markup, part.hasIds)) stored.set(part.key, ownCopy(markup));
              open.at(-1)?.push(markup);
            }
            open.at(-1)?.push(after);
          }
          return open.flat().join("");
        },
      };
    },
  };
}

const SIGN_END = '"></i>';

/**
 * Neither ids, which count places in the document, where the key does not name the place, nor pictures that React preloads in the document's head: those outside of
 * `<picture>` that are not lazy.
 */
const isStorable = (markup: string, hasIds: boolean): boolean =>
  (hasIds || !markup.includes('"_R_')) &&
  !/<img(?![^>]* loading="lazy")/.test(markup.replace(/<picture>[^]*?<\/picture>/g, ""));

/** In memory of its own: a piece of a string holds on to the whole. */
const ownCopy = (text: string): string => Buffer.from(text).toString();
