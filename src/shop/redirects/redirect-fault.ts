import { oldPathOf } from "./old-address";

/** Message for a target that is neither a page of the shop nor a web address elsewhere. */
export const NO_TARGET = "An old address leads to a page of the shop or to https://, and to nothing that runs.";

/** The field with an error, and the message beside it. */
export interface RedirectFault {
  field: "from" | "to";
  text: string;
}

/** Errors of an old address or its target that do not depend on other redirects in force. */
export const redirectFaults = {
  noAddress: { field: "from", text: "Write the old address." },
  noPath: { field: "from", text: "Write a path of this shop, such as /pages/shipping, without what follows a ?." },
  noTarget: { field: "to", text: "Write where it leads." },
  twice: { field: "from", text: "This address stands further up already." },
  isPage: { field: "from", text: "The shop has a page there: shoppers see it, and nobody is led on." },
  leadsNowhere: { field: "to", text: "This leads to nothing. Choose a page of the shop, or https://." },
} as const satisfies Record<string, RedirectFault>;

/** Redirects in force, indexed by their old address and by their target. */
export interface RedirectIndex {
  /** Target by old address. */
  leads: ReadonlyMap<string, string>;
  /** One old address by target. */
  into: ReadonlyMap<string, string>;
}

const pathIn = (to: string): string => (to.startsWith("/") ? (oldPathOf(to, "") ?? to) : to);

export const redirectIndex = (leads: ReadonlyMap<string, string>): RedirectIndex => ({
  leads,
  into: new Map([...leads].map(([from, to]) => [pathIn(to), from])),
});

/** Error message for a redirect of `from` to `to`, given all redirects in force; undefined if the redirect is valid. */
export function redirectFault(from: string, to: string, { leads, into }: RedirectIndex): RedirectFault | undefined {
  const target = pathIn(to);
  if (target === from) return { field: "to", text: "An address cannot lead to itself." };
  const next = leads.get(target);
  if (next !== undefined)
    return pathIn(next) === from
      ? { field: "to", text: `${target} leads to ${from} already: they would lead in a circle.` }
      : { field: "to", text: `${target} is an old address itself. Lead straight to ${next}.` };
  const before = into.get(from);
  return before === undefined
    ? undefined
    : { field: "from", text: `${before} leads here already. Lead it straight to ${to} first.` };
}
