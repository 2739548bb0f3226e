const SECRET = /pass(phrase|word)|^(recovery)?code$|secret|token|sealed/i;

/** Whether a field of a form, by its name, holds what is typed anew each time: never stored, nor sent back. */
export const isSecretField = (name: string): boolean => SECRET.test(name);
