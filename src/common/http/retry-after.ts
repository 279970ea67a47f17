/** The seconds after which to come again: not the same for everybody, or all would come at once. */
export function retryAfter(): string {
  return String(1 + Math.floor(Math.random() * 3));
}
