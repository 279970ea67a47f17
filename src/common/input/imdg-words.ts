import { IMDG_WORDS } from '../imdg';
import { In, type FieldOptions, listOf } from './in';
import { toOneOf } from './values';

/** The request field of a list of classes of the IMDG code: divisions, `1.4S`, or `1` for all of class 1. */
export const imdgWords = (options: FieldOptions = {}): PropertyDecorator =>
  In.custom(
    { type: 'array', items: { type: 'string', enum: [...IMDG_WORDS] }, maxItems: IMDG_WORDS.length },
    (raw) => {
      if (raw === '') return null;
      return [...new Set(listOf((each) => toOneOf(each, IMDG_WORDS))(raw))];
    },
    options,
  );
