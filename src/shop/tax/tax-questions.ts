/** Subject of the letter, and title of the line on Today, about an hour with many questions to the tax service. */
export const MANY_TAX_QUESTIONS = "Stripe Tax is asked very often";
