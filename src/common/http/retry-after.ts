/** The seconds of `Retry-After`, random so that clients do not all return at once. */
export function retryAfter(): string {
  return String(1 + Math.floor(Math.random() * 3));
}
