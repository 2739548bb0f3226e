/** Id of the button that opens the field for codes. */
export const CODE_BUTTON = "add-code";

/** Focuses the button that opens the field for codes, after the clicked button was removed with its row. */
export const focusCodeButton = (): void => document.getElementById(CODE_BUTTON)?.focus();
