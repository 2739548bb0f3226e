import { type ComponentType, createContext, use } from "react";

/** Knows the markup of parts, so that the server does not write the same one for every document. */
export interface PartMarkup {
  /** What stands in a document for a part until it is complete: for its markup, or before and after one that is new. */
  signs(key: string): { known: string } | { begin: string; end: string };
}

export const PartMarkupContext = createContext<PartMarkup | null>(null);

/** A link that neither names its page nor a scheme: where it leads depends on the page that shows it. */
const RELATIVE_LINK = /"(?:href|to|address)":"(?!\/|[a-z][a-z\d+.-]*:)/i;

/**
 * A component whose markup follows from its properties alone, which are plain data but for handlers: the server renders it once for equal ones.
 * It may not look at the address, nor show what differs from visitor to visitor before the browser has taken over. A link among its
 * properties is called href, to or address: with a relative one it is rendered each time.
 */
export function part<P extends object>(name: string, Component: ComponentType<P>): (props: P) => React.ReactNode {
  return function Part(props) {
    const markup = use(PartMarkupContext);
    const signs = markup && signsOf(markup, name, JSON.stringify(props));
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

const signsOf = (markup: PartMarkup, name: string, properties: string) =>
  RELATIVE_LINK.test(properties) ? null : markup.signs(`${name} ${properties}`);
