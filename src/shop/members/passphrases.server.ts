import { hash, verify } from "@node-rs/argon2";
import { memoizedAsync } from "~/platform/memoized-async";
import { isMostlyOwn, lengthComplaint, ownWords } from "./passphrase";

/**
 * Cost of Argon2id: 19 MiB, the minimum that OWASP recommends, so that two hashes at a time leave cores for the shop. It is equal
 * for every hash, so that response times reveal nothing.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassphrase = (passphrase: string): Promise<string> => hash(passphrase.normalize("NFKC"), COST);

/** Hash of a random passphrase, for accounts without a passphrase, so that every attempt has the same cost. */
const nobodys = memoizedAsync(() => hashPassphrase(crypto.randomUUID()));

/** Whether a passphrase matches the stored hash. Without a stored hash it takes the same time and returns false. */
export async function isPassphrase(stored: string | null | undefined, passphrase: string): Promise<boolean> {
  const known = stored ?? (await nobodys());
  const fits = await verify(known, passphrase.normalize("NFKC"));
  return fits && stored !== null && stored !== undefined;
}

/** Computes the hash for accounts without a passphrase in advance, so that the first attempt takes no longer than others. */
export const preparePassphrases = async (): Promise<void> => void (await isPassphrase(null, ""));

const WEAKEST = 3;

/** Password strength estimator with its list of common passphrases, loaded when needed: it is one megabyte. */
const estimator = memoizedAsync(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const common = new Set(dictionary["passwords-common"]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return { common, score: (passphrase: string, words: string[]) => zxcvbn.check(passphrase, words).score };
});

/** Error message about a weak passphrase; undefined for a strong one. `about` contains names that attackers may know. */
export async function passphraseComplaint(passphrase: string, about: string[]): Promise<string | undefined> {
  const tooShort = lengthComplaint(passphrase);
  if (tooShort) return tooShort;
  const words = ownWords(...about);
  if (isMostlyOwn(passphrase, words))
    return "This is little more than the name of the shop or your own. Use words that nobody connects with you.";
  const { common, score } = await estimator();
  const plain = passphrase.toLowerCase();
  if (common.has(plain) || common.has(plain.replaceAll(/\s/g, "")))
    return "This is on the list of passwords that are tried first. Use another one.";
  if (score(passphrase, words) < WEAKEST)
    return "This is easy to guess. Four or five words that do not belong together are not.";
  return undefined;
}
