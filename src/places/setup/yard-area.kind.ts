import { Check, Column } from 'typeorm';
import type { Relation } from 'typeorm';
import { IMDG_WORDS } from '../../common/imdg';
import { imdgWords } from '../../common/input/imdg-words';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Terminal } from './terminal.kind';

/** The longest time that dangerous goods may be allowed to stand in an area, in hours: a year. */
const MOST_HOURS = 8_760;

/** A part of the yard, e.g. a block of container stacks. */
@Kind({ singular: 'yard_area', plural: 'yard_areas', key: 'name', narrowedBy: { terminal: ['name'] } })
@Check('ck_yard_areas_accepts_imdg_classes', `accepts_imdg_classes <@ ARRAY['${IMDG_WORDS.join("', '")}']`)
@Check('ck_yard_areas_imdg_hours', `imdg_hours BETWEEN 1 AND ${MOST_HOURS}`)
export class YardArea extends Row {
  @Field.key() name: string;
  @Field.ref(() => Terminal, 'name') terminal: Relation<Terminal> | null;
  terminal_id: number | null;
  @Field.customColumn(
    imdgWords({
      description:
        'The classes of dangerous goods that may stand here, by the IMDG code: `1` for all of class 1; null for all classes, an empty list for none',
      example: ['3', '8', '9'],
    }),
    (out) =>
      out.texts({
        description: 'The classes of dangerous goods that may stand here; null for all, empty for none',
      }),
  )
  @Column({ type: 'text', array: true, nullable: true })
  accepts_imdg_classes: string[] | null;
  @Field.int({
    min: 1,
    max: MOST_HOURS,
    description: 'For how many hours dangerous goods may stand here at most; null for any time',
    example: 72,
  })
  imdg_hours: number | null;
}
