import { fault, type Fault } from '../edifact/fault';
import { freeTextOf } from '../incoming/reading/equipment';
import { readerOf, type Declaration, type State } from '../incoming/reading/reader';
import { stored, textOf } from '../incoming/reading/words';

/** What a partner's rules make of a message of ours. */
export interface Aperak {
  document_number: string | null;
  /** The document that it is about, or the reference of the message. */
  about: string;
  isRejection: boolean;
  errors: Fault<'rejected'>[];
}

interface AperakState extends State {
  document_number: string | null;
  function_code: string;
  about: string | null;
  /** Each error with its code, and its texts. */
  errors: { code: string; texts: string[] }[];
}

/** BGM 1225 of what is not accepted. */
const NOT_ACCEPTED = '27';
/** The most errors that are kept of a message. */
const MOST_ERRORS = 200;

export const APERAK: Declaration<AperakState, Aperak> = {
  message: 'APERAK',
  about:
    "What a partner's rules make of a message of ours. It is found by document number, else by the reference of the message that was sent last.",
  sections: [
    {
      title: 'Head',
      passes: ['DTM', 'NAD', 'CTA', 'COM', 'CNT'],
      rows: [
        {
          tag: 'BGM',
          becomes:
            '`document_number` (1004); a function (1225) of 27 is `rejected`, others are `acknowledged`',
          take(state, segment) {
            state.document_number ??= stored(textOf(segment, 2)) || null;
            state.function_code ||= textOf(segment, 3);
          },
        },
        {
          tag: 'RFF',
          qualifier: 'ACW',
          becomes: 'the message: its BGM 1004, or its reference in UNH',
          take(state, segment) {
            state.about ??= textOf(segment, 1, 2) || null;
          },
        },
      ],
    },
    {
      title: 'Error',
      opens: {
        tag: 'ERC',
        becomes: 'one of its `errors`, by its code (9321)',
        repeats: 'each',
        take({ errors }, segment) {
          if (errors.length < MOST_ERRORS) errors.push({ code: textOf(segment, 1), texts: [] });
        },
      },
      rows: [
        {
          tag: 'FTX',
          qualifier: 'AAO',
          becomes: 'its sentence',
          repeats: 'each',
          take({ errors }, segment) {
            errors.at(-1)?.texts.push(freeTextOf(segment));
          },
        },
      ],
    },
  ],
  start: (findings, settings) => ({
    findings,
    settings,
    document_number: null,
    function_code: '',
    about: null,
    errors: [],
  }),
  end({ findings, document_number, function_code, about, errors }) {
    if (about === null) findings.refuse('invalid', 'The message names none of ours (RFF+ACW).');
    const content =
      about === null
        ? null
        : {
            document_number,
            about,
            isRejection: function_code === NOT_ACCEPTED,
            errors: errors.map(({ code, texts }) =>
              fault('rejected', stored(texts.filter(Boolean).join(' ')) || `Error ${stored(code, 8)}.`),
            ),
          };
    return { head: null, content };
  },
};

/** Reads an APERAK. */
export const readAperak = () => readerOf(APERAK, { weight_unit: 'kg' });
