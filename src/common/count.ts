/** `1 line`, `2 lines` */
export function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`;
}
