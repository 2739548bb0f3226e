import { withoutPasswords } from "~/platform/shown-address";

/** Prints a line for the operator. Commands print by this function alone: it shows no password of an address. */
export const say = (words: string): boolean => process.stdout.write(`${withoutPasswords(words)}\n`);
