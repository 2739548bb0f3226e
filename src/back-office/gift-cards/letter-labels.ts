/** Labels of the fields about a card's letter. */
export const LETTER_LABELS = { recipient: "Name", email: "E-mail", words: "Words", sendOn: "Day" };
