import { OmitType } from '@nestjs/swagger';
import { Container } from '../../cargo/containers/container.kind';
import { StayLine, stayOrNone } from '../../cargo/stays/container-stay.write';
import { User } from '../../common/auth/user.kind';
import { FilesOfLine, filesOf } from '../../common/files/files-of';
import { In, listOf } from '../../common/input/in';
import { toInteger } from '../../common/input/values';
import { INTEGER } from '../../common/schema/integers';
import { column, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { TallyMove } from '../../quay/tallies/tally-move.kind';
import { CreateInspection } from './inspection.dto';
import { Inspection } from './inspection.entity';
import { InspectionFile } from './inspection-file.entity';
import { INTERCHANGE, InterchangeKey } from './interchange-lookup';

class InspectionFields extends OmitType(CreateInspection, ['damages']) {}

/** What only a file states of an inspection; its damages are lines of their own. */
class InspectionLine extends StayLine {
  @In.text({ required: true }) container: string;
  @In.int({ min: 1, required: true }) sequence: number;
  @In.object(() => InterchangeKey) interchange?: InterchangeKey | null;
  @In.text() tally_move?: string | null;
  @In.text() by?: string | null;
  @In.custom({ type: 'array', items: INTEGER } as object, listOf((raw) => toInteger(raw, { min: 1 })))
  known?: number[] | null;
}

export const inspectionModel = new WriteModel({
  entity: Inspection,
  input: [InspectionFields, InspectionLine, FilesOfLine],
  key: ['container', 'sequence'],
  required: ['at'],
  internal: ['interchange_id', 'tally_move_id', 'by_id', 'stay_id'],
  maps: {
    container: reference('container', lookupOf(Container, 'number'), { byId: 'plain' }),
    interchange: reference('interchange', INTERCHANGE),
    tally_move: reference('tally_move', lookupOf(TallyMove, 'reference')),
    by: reference('by', lookupOf(User, 'email')),
    stay: stayOrNone('inspections'),
    known: column('known'),
    ...filesOf({
      link: InspectionFile,
      relation: 'inspection',
      about: { type: 'container', column: 'container_id' },
    }),
  },
});
