/** What license plates are compared by: in capitals, without spaces and hyphens (decision 23). */
export function plateKey(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '');
}
