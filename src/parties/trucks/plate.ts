/**
 * What license plates are compared by: capitals, without spaces and hyphens (decision 23), so that `ab-12 c`
 * and `AB12C` are one truck. Empty when nothing else is in the text.
 */
export function plateKey(plate: string): string {
  return plate.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase();
}
