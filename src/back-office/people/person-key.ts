import type { Services } from "~/services";

const PURPOSE = "person";

/** Names a person in an address without saying theirs: no log and no history holds it. */
export const personAddress = ({ sealer }: Pick<Services, "sealer">, email: string): string =>
  `/people/${sealer.seal(PURPOSE, email)}`;

/** The address that a key was made of; nothing for what is none of ours. */
export const personIn = ({ sealer }: Pick<Services, "sealer">, key: string | undefined): string | undefined =>
  key === undefined || key.length > 800 ? undefined : sealer.open<string>(PURPOSE, key);
