import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const resolve = createRequire(__filename).resolve;
/** DejaVu Sans has Latin, Greek and Cyrillic letters and the signs of currencies. */
const FONTS = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

/**
 * The bytes of a PDF that has this title and what is drawn on it. The same document gives the same bytes, because its dates
 * are those of the document.
 * @param day such as `2026-03-17`
 * @param size of its pages, in points or as a name
 */
export async function pdfOf(
  title: string,
  day: string,
  draw: (pdf: PDFKit.PDFDocument) => void,
  size: PDFKit.PDFDocumentOptions['size'] = 'A4',
): Promise<Buffer> {
  const pdf = emptyPdf(title, day, size);
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  draw(pdf);
  pdf.end();
  return done;
}

/**
 * A PDF without pages, whose dates are those of its day. Parameters as of `pdfOf`; one that is never ended serves to measure
 * texts.
 */
export function emptyPdf(
  title: string,
  day: string,
  size: PDFKit.PDFDocumentOptions['size'],
): PDFKit.PDFDocument {
  const made = new Date(`${day}T00:00:00Z`);
  const pdf = new PDFDocument({
    size,
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    info: { Title: title, CreationDate: made, ModDate: made },
  });
  pdf.registerFont('plain', FONTS.plain);
  pdf.registerFont('bold', FONTS.bold);
  return pdf;
}

/** A text in one form: fonts have no glyph for control characters. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
