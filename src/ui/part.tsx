import { type ComponentType, createContext, use } from "react";

/** Knows the markup of parts, so that the server does not write the same one for every document. */
export interface PartMarkup {
  /** What stands in a document for a part until it is complete: for its markup, or before and after one that is new. */
  signs(key: string): { known: string } | { begin: string; end: string };
}

export const PartMarkupContext = createContext<PartMarkup | null>(null);

/**
 * A component whose markup follows from its properties alone, which are plain data but for handlers: the server renders it once for equal ones.
 * It may not look at the address, nor show what differs from visitor to visitor before the browser has taken over.
 */
export function part<P extends object>(name: string, Component: ComponentType<P>): (props: P) => React.ReactNode {
  return function Part(props) {
    const markup = use(PartMarkupContext);
    const signs = markup?.signs(`${name} ${JSON.stringify(props)}`);
    const known = signs && "known" in signs;
    // Always of three, because React's ids count the places of a list.
    return (
      <>
        {signs && <i data-part={known ? signs.known : signs.begin} />}
        {!known && <Component {...props} />}
        {signs && !known && <i data-part={signs.end} />}
      </>
    );
  };
}
