import { In } from '../../common/input/in';
import { VGM_METHODS, type VGM_SOURCES } from '../../cargo/stays/stay-words';

/** The sources that a request names. */
const NAMED_SOURCES = ['request', 'weighbridge'] as const satisfies (typeof VGM_SOURCES)[number][];

/** A verified gross mass, as whoever answers for it states it. */
export class PutVerifiedWeight {
  @In.number({ required: true, min: 0, description: "In the organization's weight unit", example: 24310 })
  vgm: number;
  @In.oneOf(VGM_METHODS, { required: true, example: 'weighing' }) vgm_method: (typeof VGM_METHODS)[number];
  @In.text({ required: true, min: 1, trim: true, example: 'Ada Marsh, Northbank Coffee' })
  vgm_responsible: string;
  @In.time({ description: 'When it was verified; now, unless given' }) vgm_at?: string | null;
  @In.text({ example: 'W2-88412' }) vgm_reference?: string | null;
  @In.oneOf(NAMED_SOURCES, {
    description: '`weighbridge` where it was weighed at the terminal, which no party says; else `request`',
  })
  vgm_source?: (typeof NAMED_SOURCES)[number] | null;
}

export class RemoveVerifiedWeight {
  @In.note({
    required: true,
    description: 'Why; it is kept with the stay and its traces',
    example: 'Mistyped',
  })
  reason: string;
}
