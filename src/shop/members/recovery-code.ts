/** Crockford's Base32 alphabet, without letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Length of a code in characters; 16 characters of Base32 contain 80 bits. */
const LETTERS = 16;

/** Converts 10 random bytes to a recovery code of four groups of four characters. */
export function recoveryCode(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = Array.from(
    { length: LETTERS },
    (_, place) => ALPHABET[Number.parseInt(bits.slice(place * 5, place * 5 + 5), 2)],
  );
  return letters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** Recognizes what a member typed: six digits of an authenticator, a recovery code, or undefined for anything else. */
export function readCode(typed: string): { kind: "authenticator" | "recovery"; code: string } | undefined {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  if (/^\d{6}$/.test(plain)) return { kind: "authenticator", code: plain };
  const code = plain.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (code.length !== LETTERS || ![...code].every((letter) => ALPHABET.includes(letter))) return undefined;
  return { kind: "recovery", code };
}
