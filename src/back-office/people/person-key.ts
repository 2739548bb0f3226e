import type { Services } from "~/services";

const PURPOSE = "person";

/** Address of a person's page. It contains the e-mail address encrypted, so that no log or browser history shows it. */
export const personAddress = ({ sealer }: Pick<Services, "sealer">, email: string): string =>
  `/people/${sealer.seal(PURPOSE, email)}`;

/** Decrypts the key in the address of a person's page to an e-mail address; undefined for any other text. */
export const personIn = ({ sealer }: Pick<Services, "sealer">, key: string | undefined): string | undefined =>
  key === undefined || key.length > 800 ? undefined : sealer.open<string>(PURPOSE, key);
