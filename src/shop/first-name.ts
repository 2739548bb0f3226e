/**
 * First name of a person, for greetings and the text of links. A name that begins with an initial stays whole, because nobody is
 * greeted by a letter.
 */
export function firstName(name: string): string {
  const whole = name.trim();
  const [first = ""] = whole.split(/\s+/);
  return /^\p{L}{2,}/u.test(first) ? first : whole;
}
