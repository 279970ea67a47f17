import { drawInvoice } from './invoice-pdf';

/** What a thread of `PdfThreads` runs. */
export default drawInvoice;
