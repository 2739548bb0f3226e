import { type ComponentType, createContext, use, useId } from "react";

/** Knows the markup of parts, so that the server does not write the same one for every document. */
export interface PartMarkup {
  /** What stands in a document for a part until it is complete: for its markup, or before and after one that is new. */
  signs(key: string, hasIds?: boolean): { known: string } | { begin: string; end: string };
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
    return signed(Component, props, markup && signsOf(markup, name, JSON.stringify(props)));
  };
}

/** The same for a component with ids: they follow from its place in the page, so that its markup is stored for just this place. */
export function partWithIds<P extends object>(
  name: string,
  Component: ComponentType<P>,
): (props: P) => React.ReactNode {
  return function Part(props) {
    const place = useId();
    const markup = use(PartMarkupContext);
    return signed(Component, props, markup && signsOf(markup, `${name} ${place}`, JSON.stringify(props), true));
  };
}

function signed<P extends object>(Component: ComponentType<P>, props: P, signs: ReturnType<typeof signsOf>) {
  const known = signs && "known" in signs;
  // Always of three, because React's ids count the places of a list.
  return (
    <>
      {signs && <i data-part={known ? signs.known : signs.begin} />}
      {!known && <Component {...props} />}
      {signs && !known && <i data-part={signs.end} />}
    </>
  );
}

const signsOf = (markup: PartMarkup, name: string, properties: string, hasIds = false) =>
  RELATIVE_LINK.test(properties) ? null : markup.signs(`${name} ${properties}`, hasIds);
