/** Whether another site sent a request; browsers send the Origin header with every POST. */
export function isCrossOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== new URL(publicUrl).origin && origin !== new URL(request.url).origin;
}
