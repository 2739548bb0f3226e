import { hash, verify } from "@node-rs/argon2";
import { memoizedAsync } from "~/platform/memoized-async";
import { isMostlyOwn, lengthComplaint, ownWords } from "./passphrase";

/**
 * Argon2id with 19 MiB, what OWASP asks for at least: two at once leave the shop its cores. The same for every
 * hash, so that none tells by its time what it is of.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassphrase = (passphrase: string): Promise<string> => hash(passphrase.normalize("NFKC"), COST);

/** Hash to compare with where no passphrase is stored: nobody's, made once with the same cost. */
const nobodys = memoizedAsync(() => hashPassphrase(crypto.randomUUID()));

/** Whether a passphrase is the stored one. Without a stored one it takes the same work, and is not. */
export async function isPassphrase(stored: string | null | undefined, passphrase: string): Promise<boolean> {
  const known = stored ?? (await nobodys());
  const fits = await verify(known, passphrase.normalize("NFKC"));
  return fits && stored !== null && stored !== undefined;
}

/** Makes the hash that is compared for nobody, so that the first stranger's try takes no longer than others. */
export const preparePassphrases = async (): Promise<void> => void (await isPassphrase(null, ""));

const WEAKEST = 3;

/** The estimate and its list of common passphrases: a megabyte that only setting one needs. */
const estimator = memoizedAsync(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const common = new Set(dictionary["passwords-common"]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return { common, score: (passphrase: string, words: string[]) => zxcvbn.check(passphrase, words).score };
});

/** Why a passphrase is not taken, in words; nothing when it is good. `about` are the names a stranger knows. */
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
