import type { Segment } from '../../edifact/tokenizer';
import {
  checkTotal,
  equipmentOf,
  FACTS,
  Listed,
  numberOf,
  otherEquipment,
  summary,
  VGM_METHODS,
  type Equipment,
  type EquipmentDraft,
  type WithCount,
} from '../reading/equipment';
import {
  HEAD,
  HeadDraft,
  otherCarriage,
  PASSED_OF_CONTAINER,
  PASSED_OF_HEAD,
  type MessageFunction,
  type WithHead,
} from '../reading/head';
import { readerOf, type Declaration, type Group, type Row, type Settings } from '../reading/reader';
import { meaningOf, namedPartyOf, stored, textOf, type Word } from '../reading/words';

/** The verified gross masses of containers. */
export interface Vermas {
  function: MessageFunction;
  /** null where nothing names one. */
  line: Word | null;
  containers: Equipment[];
}

interface VermasState extends WithHead, WithCount {
  /** Who answers for the mass: the party (SPC), who signs for it (AM), and the person (CTA+RP). */
  people: Map<EquipmentDraft, Partial<Record<'SPC' | 'AM' | 'RP', string>>>;
}

/** What the messages of public senders repeat of a container, which others state. */
const PLACES = ['7', '8', '9', '11', '85', '88'].map((place) => `LOC+${place}`);
const OTHER_WEIGHTS = ['G', 'WT', 'EGW', 'T'].map((kind) => `MEA+AAE+${kind}`);
const PASSED = ['SEL', 'TSR', 'TDT', 'DTM', 'RFF', ...PLACES, ...OTHER_WEIGHTS];

/** Notes somebody who answers for the mass. */
function note({ equipment, people }: VermasState, what: 'SPC' | 'AM' | 'RP', name: string): void {
  if (!equipment || !name) return;
  const of = people.get(equipment) ?? {};
  of[what] ??= stored(name);
  people.set(equipment, of);
}

const party = (what: 'SPC' | 'AM', becomes: string): Row<VermasState> => ({
  tag: 'NAD',
  qualifier: what,
  becomes,
  take(state, segment) {
    const named = namedPartyOf(segment);
    if (named) note(state, what, named.name ?? named.word.text);
  },
});

const PARTIES: Row<VermasState>[] = [
  party('SPC', '`vgm_responsible`: the party that answers for the mass, by name, else code'),
  party('AM', '`vgm_responsible`, where no NAD+SPC names one: who signs for it'),
  {
    tag: 'CTA',
    qualifier: 'RP',
    becomes: '`vgm_responsible`: the person, behind the party',
    take(state, segment) {
      note(state, 'RP', textOf(segment, 2, 2) || textOf(segment, 2));
    },
  },
];

/** The paper that proves the mass, with its parties and times. */
const DOCUMENT: Group<VermasState> = {
  opens: {
    tag: 'DOC',
    becomes: '`vgm_method`: SM1 `weighing`, SM2 `calculation`; `vgm_reference` (1004)',
    take({ equipment }, segment) {
      if (!equipment) return;
      equipment.verified.method ??= meaningOf(VGM_METHODS, textOf(segment, 1)) ?? null;
      equipment.verified.reference ??= stored(textOf(segment, 2)) || null;
    },
  },
  rows: [FACTS.vgm_at, ...PARTIES],
};

export const VERMAS: Declaration<VermasState, Vermas> = {
  message: 'VERMAS',
  about:
    'Verified gross masses of containers (SOLAS VI/2; D.16A, SMDG 1.0). Each is of the stay of its container that is not over. Its subject is the number of the document, else the message.',
  sections: [
    {
      title: 'Head',
      passes: [...PASSED_OF_HEAD, 'RFF', 'TSR', 'TDT', 'LOC'],
      rows: [HEAD.bgm, HEAD.document_date, HEAD.line_of_ca, HEAD.line_of_cf],
    },
    {
      title: 'Container',
      passes: [...PASSED_OF_CONTAINER, ...PASSED],
      opens: {
        tag: 'EQD',
        qualifier: 'CN',
        becomes: 'a container whose mass is verified, by its number',
        repeats: 'each',
        take: takeEquipment,
      },
      rows: [
        {
          ...FACTS.weight,
          qualifier: 'VGM',
          shown: 'MEA of VGM',
          becomes: '`vgm`, in the unit of the organization',
        },
        FACTS.vgm_at,
        FACTS.vgm_method,
        FACTS.vgm_reference,
        ...PARTIES,
        FACTS.line_of_cf,
        FACTS.line_of_ca,
      ],
      groups: [DOCUMENT, otherCarriage],
    },
    otherEquipment(),
    summary(),
  ],
  start: (findings, settings) => ({
    findings,
    settings,
    head: new HeadDraft(),
    equipment: null,
    people: new Map(),
    listed: new Listed(findings),
    counted: 0,
    total: null,
  }),
  end,
};

function takeEquipment(state: VermasState, segment: Segment): void {
  const { findings } = state;
  findings.container = null;
  state.equipment = null;
  state.counted++;
  const equipment = equipmentOf(segment, findings);
  if (!state.listed.hasRoom(equipment.named)) return;
  if (!equipment.named.text)
    return findings.refuse('invalid', 'A mass is of a container, by its number.', equipment.named);
  equipment.number = numberOf(equipment.named, findings);
  if (equipment.number === null) return;
  state.listed.add(equipment);
  state.equipment = equipment;
}

function end(state: VermasState) {
  const { findings, people } = state;
  checkTotal(state);
  const head = state.head.end();
  const containers = state.listed.end().map((draft) => {
    const { SPC, AM, RP } = people.get(draft) ?? {};
    const responsible = [SPC ?? AM, RP].filter((name, at, all) => name && all.indexOf(name) === at);
    draft.verified.responsible = stored(responsible.join(', ')) || null;
    return draft.end();
  });
  if (!containers.length && !findings.errors_count)
    findings.refuse('invalid', 'The message names no container (EQD+CN).');
  if (!head.function) return { head, content: null };
  if (head.function !== 'cancellation' && head.function !== 'deletion')
    for (const { named, number, verified } of containers)
      if (verified.vgm === null || Number(verified.vgm) === 0) {
        findings.container = number;
        findings.refuse('invalid', 'the container has no verified gross mass (MEA+AAE+VGM).', named);
      }
  const content: Vermas = {
    function: head.function,
    line: head.line ?? containers.find(({ line }) => line)?.line ?? null,
    containers,
  };
  return { head, content };
}

/** Reads a VERMAS. */
export const readVermas = (settings: Settings) => readerOf(VERMAS, settings);
