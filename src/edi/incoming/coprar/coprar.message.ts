import type { Segment } from '../../edifact/tokenizer';
import {
  checkTotal,
  DANGEROUS,
  equipmentOf,
  FACTS,
  Listed,
  numberOf,
  otherEquipment,
  summary,
  VERIFIED,
  type Equipment,
  type EquipmentDraft,
  type WithCount,
} from '../reading/equipment';
import { quoted } from '../reading/findings';
import {
  CARRIAGE,
  HEAD,
  HeadDraft,
  otherCarriage,
  PASSED_OF_CONTAINER,
  PASSED_OF_HEAD,
  type MessageFunction,
  type VoyageWords,
  type WithHead,
} from '../reading/head';
import { readerOf, type Declaration, type Settings } from '../reading/reader';
import { meaningOf, type Word } from '../reading/words';

/** What a COPRAR orders (BGM 1001). */
const DIRECTIONS = { '45': 'load', '43': 'discharge' } as const;

/** A line's list of what is to be loaded on a voyage, or discharged from it. */
export interface Coprar {
  direction: (typeof DIRECTIONS)[keyof typeof DIRECTIONS];
  function: MessageFunction;
  /** Whose list it is. null where nothing names one. */
  line: Word | null;
  voyage: VoyageWords | null;
  /** In their order. Those without a number are empties of a type. */
  items: Equipment[];
}

interface CoprarState extends WithHead, WithCount {
  /** Those that the list names without a number. */
  unnumbered: EquipmentDraft[];
}

export const COPRAR: Declaration<CoprarState, Coprar> = {
  message: 'COPRAR',
  about:
    'A load list (45) or a discharge list (43) of a line and voyage; others are refused. Its subject is voyage, line and direction.',
  sections: [
    {
      title: 'Head',
      passes: PASSED_OF_HEAD,
      rows: [
        HEAD.bgm,
        HEAD.document_date,
        HEAD.voyage,
        { ...HEAD.line_of_ca, becomes: '`shipping_line` of the list, and of each container without its own' },
        HEAD.line_of_cf,
      ],
      groups: CARRIAGE,
    },
    {
      title: 'Container',
      passes: PASSED_OF_CONTAINER,
      opens: {
        tag: 'EQD',
        qualifier: 'CN',
        becomes:
          'an item: `container`, its `container_type` where it is new, full (8169 is 5, 7 or 8) or empty (4); without a number `empties` of a type, which a discharge list has not; 8249 of 6 is a transhipment, whose `usage` is unknown',
        repeats: 'each',
        take: takeEquipment,
      },
      rows: [
        { ...FACTS.quantity, becomes: '`quantity` of empties; 1 without it' },
        { ...FACTS.line_of_cf, becomes: '`shipping_line` of the container (slot charterers)' },
        FACTS.line_of_ca,
        { ...FACTS.booking, becomes: 'the booking of the container to be loaded' },
        {
          ...FACTS.bill_of_lading,
          becomes: '`bill_of_lading_number` of the item to be discharged; the bill comes with the manifest',
        },
        FACTS.port_of_loading,
        FACTS.port_of_discharge,
        FACTS.cell,
        FACTS.weight,
        ...VERIFIED,
        FACTS.seal,
        FACTS.set_point,
        FACTS.range,
        FACTS.goods,
      ],
      groups: [otherCarriage, DANGEROUS],
    },
    otherEquipment(),
    summary(),
  ],
  start: (findings, settings) => ({
    findings,
    settings,
    head: new HeadDraft(),
    equipment: null,
    listed: new Listed(findings),
    unnumbered: [],
    counted: 0,
    total: null,
  }),
  end,
};

function takeEquipment(state: CoprarState, segment: Segment): void {
  const { findings } = state;
  findings.container = null;
  state.equipment = null;
  state.counted++;
  const equipment = equipmentOf(segment, findings);
  if (!state.listed.hasRoom(equipment.named)) return;
  if (equipment.named.text) {
    equipment.number = numberOf(equipment.named, findings);
    if (equipment.number === null) return;
  } else state.unnumbered.push(equipment);
  state.listed.add(equipment);
  state.equipment = equipment;
}

/** Refuses what is to be discharged without a number, and to be loaded unless it is empties of a type. */
function refuseUnnumbered({ findings, unnumbered }: CoprarState, direction: Coprar['direction']): void {
  for (const { named, container_status, size_type } of unnumbered) {
    if (direction === 'discharge')
      findings.refuse('container_invalid', 'what is to be discharged is named by its number.', named);
    else if (container_status === 'full')
      findings.refuse('container_invalid', 'a full container is named by its number.', named);
    else if (!size_type) findings.refuse('invalid', 'empties are named by their type.', named);
  }
}

function end(state: CoprarState) {
  const { findings } = state;
  checkTotal(state);
  const head = state.head.end();
  const code = head.code?.text ?? '';
  const direction = meaningOf<Coprar['direction']>(DIRECTIONS, code) ?? null;
  if (direction) refuseUnnumbered(state, direction);
  else
    findings.refuse(
      'message_unknown',
      `COPRAR ${quoted(code)} is none that is read: 45 and 43 are.`,
      head.code ?? {},
    );
  if (!direction || !head.function) return { head, content: null };
  const content: Coprar = {
    direction,
    function: head.function,
    line: head.line,
    voyage: head.voyage,
    items: state.listed.end().map((each) => each.end()),
  };
  return { head, content };
}

/** Reads a COPRAR. */
export const readCoprar = (settings: Settings) => readerOf(COPRAR, settings);
