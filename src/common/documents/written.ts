import type { InvoiceLanguage } from '../languages/invoice-languages';

/** How days are written. English ones stay `2026-03-10`, because its countries differ in which number is the month. */
const DAYS: Readonly<Record<InvoiceLanguage, (year: string, month: string, day: string) => string>> = {
  en: (year, month, day) => `${year}-${month}-${day}`,
  nl: (year, month, day) => `${day}-${month}-${year}`,
  de: (year, month, day) => `${day}.${month}.${year}`,
  fr: (year, month, day) => `${day}/${month}/${year}`,
  es: (year, month, day) => `${day}/${month}/${year}`,
};

/** A day `2026-03-10` as the language writes it. */
export function dayIn(language: InvoiceLanguage, text: string): string {
  const [year, month, day] = text.split('-');
  return DAYS[language](year!, month!, day!);
}

/** A number such as `1250.00` with the decimal sign of the language. */
export const numberIn = (language: InvoiceLanguage, text: string): string =>
  language === 'en' ? text : text.replace('.', ',');
