/** Whether a request comes from a script that reads JSON, not from a form. */
export const asksForJson = (request: Request): boolean =>
  request.headers.get("accept")?.includes("application/json") ?? false;
