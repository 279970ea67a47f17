import { drawInvoice } from './invoice-pdf';

/** What a thread of `DocumentThreads` runs. */
export default drawInvoice;
