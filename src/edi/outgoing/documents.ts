import type { EdiItem } from './edi-item.entity';

/** An item as documents are made of it. */
export type Item = Pick<
  EdiItem,
  | 'id'
  | 'container_id'
  | 'container_number'
  | 'shipping_line_id'
  | 'voyage_id'
  | 'code'
  | 'function'
  | 'short'
> & {
  /** The terminal of the gate that the truck came by or left by. */
  terminal_id: number | null;
  /** Of what is taken back: the number of the document that told it. */
  told_by: string | null;
};

/** A document to write: items of one line, code, function, voyage and terminal, in the order of their events. */
export interface Document {
  shipping_line_id: number;
  voyage_id: number | null;
  terminal_id: number | null;
  code: string;
  function: string;
  told_by: string | null;
  items: Item[];
}

/** The most messages of an interchange, as when interchanges are read. */
const MOST_DOCUMENTS = 1_000;

/**
 * Puts items into documents, each with at most so many containers. What takes back comes first, because it speaks of
 * documents that went before. Documents are in the order of their first items; what does not fit is left out.
 */
export function documentsOf(items: Item[], per_message: number): Document[] {
  const open = new Map<string, Document>();
  const documents: Document[] = [];
  for (const item of items) {
    const { shipping_line_id, voyage_id, terminal_id, code, told_by } = item;
    const of = { shipping_line_id, voyage_id, terminal_id, code, function: item.function, told_by };
    const key = JSON.stringify(of);
    let document = open.get(key);
    if (!document || document.items.length === per_message) {
      document = { ...of, items: [] };
      open.set(key, document);
      documents.push(document);
    }
    document.items.push(item);
  }
  const isBack = (document: Document) => document.function === '1';
  return [...documents.filter(isBack), ...documents.filter((document) => !isBack(document))].slice(
    0,
    MOST_DOCUMENTS,
  );
}
