/**
 * Beginnings of comments without a subject: pronouns, and questions in place of their answers (an address instead of
 * "Where it goes", a state instead of "How a plan stands"). "How many" and "When the parcel left" are allowed, because they name
 * an amount and a time; "When it left" and "All its values" are not, because they do not say of what.
 */
const RIDDLE =
  /^[\s*]*(How(?! (many|much|long|often|far|near)\b)|(Whether|When|Until|Once|As|All|If|Resolves (once|as soon as)) (it|its|they|them)(?=\s)|What|Those|Of|The same|It|They|Whoever|Whatever|That which|Who|Whose|Which|Where|Why|Somebody|Nobody|Nothing|Neither|So many|(Since|Until|From) when|Said|Told|Asked)\s/;

/**
 * Comments that begin without naming their subject, in the order of the text: their first lines, each with its number.
 *
 * @param {string} text the whole source
 * @param {{ type: "Block" | "Line", value: string, start: number }[]} comments of that source, in order, as the parser lists them
 */
export function namelessComments(text, comments) {
  const lineOf = (start) => text.slice(0, start).split("\n").length;
  return comments
    .map((comment) => ({ ...comment, line: lineOf(comment.start) }))
    .filter(({ value, type, line }, place, all) => RIDDLE.test(value) && !continues(all[place - 1], { type, line }))
    .map(({ value, line }) => ({ line, words: value.replace(/^[\s*]+/, "").split("\n")[0] ?? "" }));
}

/** Whether a line comment directly follows another: it continues that comment, so it may refer to the noun there. */
const continues = (above, { type, line }) => type === "Line" && above?.type === "Line" && above.line === line - 1;
