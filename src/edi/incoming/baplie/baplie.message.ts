import type { Segment } from '../../edifact/tokenizer';
import {
  cellOf,
  DANGEROUS,
  equipmentOf,
  EquipmentDraft,
  FACTS,
  Listed,
  numberOf,
  type Equipment,
  type WithEquipment,
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
import { placeOf, stored, textOf, wordOf, type Word } from '../reading/words';

/** What a place on board holds; one with several containers (bundled flats) has one of these for each. */
export interface BaplieCell extends Equipment {
  /** null for an empty cell. */
  holds: 'container' | 'breakbulk' | null;
  /** Seven digits: bay, row and tier. */
  cell: string;
  /** What a container without a number of ISO 6346 is called. */
  called: string | null;
}

/** How a vessel is stowed. */
export interface Baplie {
  /** Whether it says a part of the places on board alone (BGM 1001 is 659). */
  isPartial: boolean;
  function: MessageFunction;
  /** The operator of the vessel. */
  line: Word | null;
  voyage: VoyageWords | null;
  port_of_departure: Word | null;
  next_port: Word | null;
  cells: BaplieCell[];
}

/** BGM 1001 of a part of a plan; 658 and others are whole ones. */
const PARTIAL = '659';
/** The bill of lading of partners that have to name one, and know none. */
const FILLER = '1';
/** The most characters of what a container without a number is called. */
const MOST_CALLED = 35;

interface BaplieState extends WithHead, WithEquipment {
  port_of_departure: Word | null;
  next_port: Word | null;
  /** The cell that is read, what is said of all that it holds, and what it holds. */
  cell: string | null;
  common: EquipmentDraft | null;
  held: { holds: 'container' | 'breakbulk'; equipment: EquipmentDraft }[];
  listed: Listed<BaplieCell>;
  /** Which cells there were. */
  known: Set<string>;
}

export const BAPLIE: Declaration<BaplieState, Baplie> = {
  message: 'BAPLIE',
  about:
    'How a vessel is stowed (SMDG 1.5 to 3.1). Its subject is voyage and leg: `departure` where LOC+5 is here, else `arrival`. What is for here is put on the discharge lists of its lines.',
  sections: [
    {
      title: 'Head',
      passes: PASSED_OF_HEAD,
      rows: [
        {
          ...HEAD.bgm,
          becomes:
            '`document_number` (1004); an original always replaces what plans of the partner said before; 4, 2 and 3 change, add and remove what they name. A part of a plan (1001 is 659) changes and adds',
        },
        HEAD.document_date,
        HEAD.voyage,
        HEAD.line_of_ca,
        HEAD.line_of_cf,
        {
          tag: 'LOC',
          qualifier: '5',
          becomes: '`port_of_departure` of the plan',
          take(state, segment) {
            state.port_of_departure ??= wordOf(segment, 2);
          },
        },
        {
          tag: 'LOC',
          qualifier: '61',
          becomes: '`next_port` of the plan',
          take(state, segment) {
            state.next_port ??= wordOf(segment, 2);
          },
        },
      ],
      groups: CARRIAGE,
    },
    {
      title: 'Cell',
      passes: [...PASSED_OF_CONTAINER, 'CNT'],
      opens: {
        tag: 'LOC',
        qualifier: '147',
        becomes: '`cell`: everything up to the next one belongs to it, in any order. Without EQD it is empty',
        repeats: 'each',
        take: takeCell,
      },
      rows: [
        {
          tag: 'EQD',
          qualifier: 'CN',
          becomes:
            '`container_number`, `size_type`, `container_status` (8169); one without a number of ISO 6346 is a cell with what it is called; several in one cell are bundled flats',
          repeats: 'each',
          take: takeContainer,
        },
        {
          tag: 'EQD',
          shown: 'EQD of others',
          becomes: 'breakbulk in the cell (`BB`); what it is called is the goods, where no FTX says them',
          repeats: 'each',
          take(state, segment) {
            if (!state.common) return;
            state.findings.container = null;
            hold(state, 'breakbulk', segment);
          },
        },
        { ...FACTS.line_of_ca, becomes: '`shipping_line` of the container' },
        { ...FACTS.line_of_cf, becomes: '`shipping_line`, before that of NAD+CA' },
        FACTS.port_of_loading,
        {
          ...FACTS.port_of_discharge,
          becomes: '`port_of_discharge`, by which a container is for here; 12 of SMDG 1.5',
        },
        FACTS.weight,
        { ...FACTS.set_point, becomes: '`temperature`, in degrees Celsius' },
        { ...FACTS.range, becomes: '`temperature` where no TMP+2 is: the middle of the range' },
        { ...FACTS.goods, becomes: '`goods` of what is for here' },
        {
          ...FACTS.bill_of_lading,
          becomes:
            '`bill_of_lading_number` of what is for here; 1 is none, which fills the mandatory segment',
          take(state, segment) {
            if (textOf(segment, 1, 2) !== FILLER) FACTS.bill_of_lading.take(state, segment);
          },
        },
        { ...FACTS.seal, becomes: '`seals` of what is for here' },
      ],
      groups: [otherCarriage, DANGEROUS],
    },
  ],
  start: (findings, settings) => ({
    findings,
    settings,
    head: new HeadDraft(),
    equipment: null,
    port_of_departure: null,
    next_port: null,
    cell: null,
    common: null,
    held: [],
    listed: new Listed(findings, 'cells'),
    known: new Set(),
  }),
  end,
};

function takeCell(state: BaplieState, segment: Segment): void {
  const { findings } = state;
  leaveCell(state);
  const cell = cellOf(segment);
  const named = wordOf(segment, 2);
  if (!cell || !named) {
    findings.refuse(
      'invalid',
      `${quoted(textOf(segment, 2))} is no place on board of seven digits.`,
      placeOf(segment, 2),
    );
    return;
  }
  if (state.known.has(cell)) findings.warn('cell_twice', `the message has cell ${cell} before.`, named);
  state.known.add(cell);
  state.cell = cell;
  state.common = state.equipment = new EquipmentDraft(named);
}

function takeContainer(state: BaplieState, segment: Segment): void {
  if (!state.common) return;
  const { findings } = state;
  findings.container = null;
  const equipment = hold(state, 'container', segment);
  if (equipment.named.text) equipment.number = numberOf(equipment.named, findings, 'warn');
}

/** Puts equipment into the cell; what follows is said of it, and what came before of all in the cell. */
function hold(state: BaplieState, holds: 'container' | 'breakbulk', segment: Segment): EquipmentDraft {
  const equipment = equipmentOf(segment, state.findings);
  const { common, held, listed } = state;
  equipment.takeOver(common!, held.length === 0);
  if (listed.hasRoom(equipment.named, held.length)) held.push({ holds, equipment });
  state.equipment = equipment;
  return equipment;
}

/** Keeps what the last cell holds. */
function leaveCell(state: BaplieState): void {
  const { findings, common, cell, held, listed } = state;
  findings.container = null;
  state.equipment = state.common = null;
  state.held = [];
  if (!common || !cell) return;
  if (held.length > 1) share(held.map(({ equipment }) => equipment));
  for (const { holds, equipment } of held) {
    const { text } = equipment.named;
    if (holds === 'breakbulk' && !equipment.goods.length && text) equipment.goods = [text];
    const called =
      holds === 'container' && equipment.number === null ? stored(text, MOST_CALLED) || null : null;
    listed.add({ ...equipment.end(), cell, holds, called });
  }
  if (!held.length && listed.hasRoom(common.named))
    listed.add({ ...common.end(), cell, holds: null, called: null });
  findings.container = null;
}

/** Ports and lines are said once for several in a cell. */
function share(all: EquipmentDraft[]): void {
  const discharged = all.find(({ port_of_discharge }) => port_of_discharge);
  for (const each of all)
    if (!each.port_of_discharge) each.terminal_of_discharge = discharged?.terminal_of_discharge ?? null;
  for (const name of ['port_of_loading', 'port_of_discharge', 'line_of_cf', 'line_of_ca'] as const) {
    const found = all.find((each) => each[name])?.[name];
    for (const each of all) each[name] ??= found ?? null;
  }
}

function end(state: BaplieState) {
  leaveCell(state);
  const head = state.head.end();
  if (!head.function) return { head, content: null };
  const content: Baplie = {
    isPartial: head.code?.text === PARTIAL,
    function: head.function,
    line: head.line,
    voyage: head.voyage,
    port_of_departure: state.port_of_departure,
    next_port: state.next_port,
    cells: state.listed.end(),
  };
  return { head, content };
}

/** Reads a BAPLIE. */
export const readBaplie = (settings: Settings) => readerOf(BAPLIE, settings);
