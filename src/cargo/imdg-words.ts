import { IMDG_CLASS } from '../common/imdg';
import { asImdgGoods, type ImdgGoods } from './imdg-goods';
import { celsiusOfText } from './measured-words';

/** Dangerous goods as lists and messages state them, each value as it came. */
export interface DangerousWords {
  imdg_class: string | null;
  un_number: string | null;
  flashpoint: string | null;
  packing_group: string | null;
  proper_shipping_name?: string | null;
}

/** Dangerous goods in words by the IMDG code. What has another form than that is kept in `remarks`. */
export function imdgOfWords(goods: DangerousWords): ImdgGoods {
  const { imdg_class, un_number, flashpoint, packing_group, proper_shipping_name } = goods;
  const celsius = flashpoint === null ? undefined : celsiusOfText(flashpoint);
  const un = un_number !== null && /^\d{1,4}$/.test(un_number) ? un_number.padStart(4, '0') : null;
  const of_class = imdg_class !== null && IMDG_CLASS.test(imdg_class) ? imdg_class : null;
  const others = [
    un === null && un_number && `UN ${un_number}`,
    of_class === null && imdg_class && `class ${imdg_class}`,
    celsius === undefined && flashpoint && `flashpoint ${flashpoint}`,
  ].filter(Boolean);
  return asImdgGoods([
    {
      un_number: un,
      proper_shipping_name: proper_shipping_name ?? null,
      imdg_class: of_class,
      packing_group,
      flashpoint_celsius: celsius === undefined ? null : Number(celsius),
      remarks: others.join(', ') || null,
    },
  ])[0]!;
}
