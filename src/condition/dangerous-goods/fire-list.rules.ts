import { momentIn } from '../../common/documents/local-moment';
import { numberIn } from '../../common/documents/written';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import type { DangerousContainer } from './dangerous-goods.view';
import type { FireList, FireListRow } from './fire-list';
import { FIRE_LIST_WORDS } from './fire-list-words';

/** A container with dangerous goods as it is read. */
export type ShownContainer = Omit<DangerousContainer, 'container' | 'shipping_line'> & {
  container: { number: string };
  shipping_line: { code: string } | null;
};

/** What decides how the list is written. */
interface Writing {
  language: InvoiceLanguage;
  time_zone: string;
}

/** Names in the order of people: `A-2` before `A-10`. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The goods of containers by terminal and yard area, in the order of areas, places and numbers; what is in no area comes last. */
export function fireAreas(boxes: readonly ShownContainer[], writing: Writing): FireList['areas'] {
  const { elsewhere } = FIRE_LIST_WORDS[writing.language];
  const areas = new Map<string, { isArea: boolean; boxes: ShownContainer[] }>();
  for (const box of boxes) {
    const { terminal, yard_area } = box;
    const title = [terminal?.name, yard_area?.name ?? elsewhere].filter(Boolean).join(' – ');
    const area = areas.get(title) ?? { isArea: yard_area !== null, boxes: [] };
    areas.set(title, area);
    area.boxes.push(box);
  }
  return [...areas]
    .sort(([a, one], [b, other]) => Number(other.isArea) - Number(one.isArea) || compare(a, b))
    .map(([title, area]) => ({
      title,
      rows: area.boxes.sort(byPlace).flatMap((box) => rowsOf(box, writing)),
    }));
}

/** The names of the terminals of containers, each once. */
export const terminalsOf = (boxes: readonly ShownContainer[]): string =>
  [...new Set(boxes.flatMap(({ terminal }) => terminal?.name ?? []))].sort(compare).join(', ');

const byPlace = (one: ShownContainer, other: ShownContainer) =>
  compare(one.location?.name ?? '', other.location?.name ?? '') ||
  compare(one.container.number, other.container.number);

/** A row for each of the goods, in the order of the columns. */
function rowsOf(box: ShownContainer, { language, time_zone }: Writing): FireListRow[] {
  const since = box.in_area_since ?? box.in_at;
  return box.dangerous_goods.map((goods) => [
    box.location?.name ?? '',
    box.container.number,
    goods.un_number ?? '',
    classesOf(goods),
    // what was stated in words is better than nothing
    goods.proper_shipping_name ?? goods.remarks ?? '',
    goods.net_weight === null ? '' : numberIn(language, String(goods.net_weight)),
    since ? momentIn(language, since, time_zone) : '',
    box.shipping_line?.code ?? '',
    goods.contact ?? '',
  ]);
}

/** The class with the subsidiary ones behind it: `3 (6.1, 8)`. */
const classesOf = ({ imdg_class, subsidiary_classes }: DangerousContainer['dangerous_goods'][number]) =>
  [imdg_class, subsidiary_classes.length > 0 && `(${subsidiary_classes.join(', ')})`]
    .filter(Boolean)
    .join(' ');
