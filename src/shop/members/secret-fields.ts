const SECRET = /pass(phrase|word)|^(recovery)?code$|secret|token|sealed/i;

/** Whether a form field is a secret, judged by its name; secrets are neither stored nor sent back to the browser. */
export const isSecretField = (name: string): boolean => SECRET.test(name);
