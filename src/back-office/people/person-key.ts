import type { Services } from "~/services";

const PURPOSE = "person";

/** Sealed key for a person in addresses, so that no log or history contains their e-mail. */
export const personAddress = ({ sealer }: Pick<Services, "sealer">, email: string): string =>
  `/people/${sealer.seal(PURPOSE, email)}`;

/** E-mail address of a sealed key; undefined for any other text. */
export const personIn = ({ sealer }: Pick<Services, "sealer">, key: string | undefined): string | undefined =>
  key === undefined || key.length > 800 ? undefined : sealer.open<string>(PURPOSE, key);
