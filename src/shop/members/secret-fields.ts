const SECRET = /pass(phrase|word)|^(recovery)?code$|secret|token|sealed/i;

/** Whether a form field, by name, is a secret: never stored or sent back. */
export const isSecretField = (name: string): boolean => SECRET.test(name);
