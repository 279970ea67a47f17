import { UserShort } from '../../common/auth/user.view';
import { FileItem } from '../../common/files/file.view';
import { OpenTo } from '../../common/party-wall/open-to';
import { recordById, RecordById, view } from '../../common/view/view';
import { ContainerDamage } from './container-damage.entity';
import { DAMAGE_STATUSES, FOUND_DURING, SEVERITIES } from './damage-words';

const Out = view(ContainerDamage);
const SIZE = { description: 'In centimetres; null where nobody measured it' };

/** A damage of a container, in lists, alone, in inspections and in events. */
@OpenTo.parties({
  fields: [
    'id',
    'number',
    'container',
    'damage_type',
    'component',
    'location',
    'severity',
    'quantity',
    'length_cm',
    'width_cm',
    'depth_cm',
    'notes',
    'status',
    'found_at',
    'found_during',
    'inspection',
    'stay_id',
    'repaired_at',
    'repair_notes',
    'withdrawn_at',
    'withdraw_reason',
    'files',
    'created_at',
    'updated_at',
  ],
})
export class ContainerDamageShow {
  @Out.id() id: number;
  @Out.sql((of) => of('container.number'), 'text', {
    nullable: false,
    description: 'The number of the container',
    example: 'WHAU4142033',
  })
  number: string;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.reference('damage_type', 'code', { description: 'What happened', example: 'DT' }) damage_type: object;
  @Out.reference('component', 'code', { description: 'The part that is damaged', example: 'PAA' })
  component: object;
  @Out.text({ description: 'Where, by up to four characters of ISO 9897', example: 'LB3N' }) location: string;
  @Out.oneOf(SEVERITIES, { description: 'How bad it is' }) severity: string;
  @Out.int({ description: 'How many there are' }) quantity: number;
  @Out.number(SIZE) length_cm: number | null;
  @Out.number(SIZE) width_cm: number | null;
  @Out.number(SIZE) depth_cm: number | null;
  @Out.text() notes: string | null;
  @Out.oneOf(DAMAGE_STATUSES, { description: '`withdrawn`: it was entered in error' }) status: string;
  @Out.time({ description: 'When it was found' }) found_at: string;
  @Out.one('found_by', () => UserShort, { description: 'Who entered it; null where a file or a command did' })
  found_by: UserShort | null;
  @Out.oneOf(FOUND_DURING, {
    description: 'What was done with the container then; `yard` where it was entered singly',
  })
  found_during: string;
  @Out.shaped((of) => recordById(of('inspection_id')), () => RecordById, {
    nullable: true,
    description: 'The inspection that found it; null where it was entered singly',
  })
  inspection: RecordById | null;
  @Out.int({ description: 'The stay that it was found in; null where the container had none' }) stay_id:
    number | null;
  @Out.time({ description: 'When it was repaired; null where it was not' }) repaired_at: string | null;
  @Out.text({ description: 'What was done' }) repair_notes: string | null;
  @Out.time({ description: 'When it was withdrawn; null where it was not' }) withdrawn_at: string | null;
  @Out.text({ description: 'Why it was entered in error' }) withdraw_reason: string | null;
  @Out.many('files', () => FileItem, {
    through: 'file',
    orderBy: 'position',
    description: 'Pictures of it, in their order',
  })
  files: FileItem[];
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
