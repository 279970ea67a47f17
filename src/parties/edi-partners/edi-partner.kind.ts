import { Check, Column, Index } from 'typeorm';
import { BigInteger, Flag, Integer, OneOf, Row } from '../../common/schema/columns';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { Field, Kind } from '../../common/setup/kind';

/** The character sets of ISO 9735 that messages are written in. */
export const CHARACTER_SETS = [
  'UNOA',
  'UNOB',
  'UNOC',
  'UNOD',
  'UNOE',
  'UNOF',
  'UNOG',
  'UNOH',
  'UNOI',
  'UNOJ',
  'UNOK',
  'UNOW',
  'UNOY',
] as const;
/** When an interchange of the partner is answered by a CONTRL. */
export const ANSWERS = ['never', 'asked', 'always'] as const;
/** What the partner answers our interchanges with. */
export const ACKNOWLEDGES = ['never', 'contrl'] as const;
/** What makes an interchange a repetition: its control reference, or its bytes alone. */
export const DUPLICATES = ['reference', 'content'] as const;

const VERSIONS = [1, 2, 3, 4] as const;
const qualifier = { pattern: /^[A-Z0-9]{1,4}$/, must: 'must be up to 4 capitals and digits' } as const;

/** A company that messages are exchanged with: a shipping line, or a hub that several use. */
@Refuses('uq_edi_partners_edi_id_name', 'Another partner has this name and EDI id.', 'name')
@Kind({
  singular: 'edi_partner',
  plural: 'edi_partners',
  key: 'name',
  within: 'edi_id',
  byId: true,
  narrowedBy: { answers: ANSWERS, acknowledges: ACKNOWLEDGES },
})
@Index('uq_edi_partners_active', { synchronize: false })
@Refuses('uq_edi_partners_active', 'Another active partner has this EDI id.', 'edi_id')
@Check('ck_edi_partners_acknowledge_minutes', 'acknowledge_minutes BETWEEN 1 AND 10080')
export class EdiPartner extends Row {
  @Field.key({ identifier: 'visible', example: 'Westhaven Message Hub' }) name: string;
  /** Empty rather than null when unset, because the unique constraint treats nulls as distinct. */
  @Column({ type: 'text', default: '' })
  @Field.customColumn(
    In.text({
      max: 35,
      identifier: 'visible',
      description: 'The id that the partner has in messages',
      example: 'WHAHUB',
    }),
    (out) => out.sql((of) => `nullif(${of('edi_id')}, '')`, 'text', { example: 'WHAHUB' }),
  )
  edi_id: string;
  @Field.text({ ...qualifier, description: 'The qualifier of its id (0007)', example: 'ZZZ' })
  edi_qualifier: string | null;
  @Field.text({
    max: 35,
    identifier: 'visible',
    description: 'The id that the terminal has in messages',
    example: 'NORTHQUAY',
  })
  own_edi_id: string | null;
  @Field.text({ ...qualifier, description: "The qualifier of the terminal's id (0007)" })
  own_qualifier: string | null;
  @Field.oneOfOr(CHARACTER_SETS, 'UNOA', { description: 'In what character set messages are written' })
  character_set: (typeof CHARACTER_SETS)[number];
  @OneOf(VERSIONS, { required: true, default: 2 })
  @Field.customColumn(
    In.int({ notNull: true, min: 1, max: 4, description: 'The version of the syntax; 2 unless given' }),
    (out) => out.int({ example: 2 }),
  )
  syntax_version: number;
  @Field.flag({ description: 'Whether messages begin with UNA' }) service_advice: boolean;
  @Field.flag({ description: 'Whether a line break stands behind each segment' }) line_breaks: boolean;
  @Field.text({
    description: 'The zone of local times in messages; that of the organization unless given',
    example: 'Europe/Amsterdam',
  })
  time_zone: string | null;
  @Field.flag({ description: 'Whether interchanges are marked as tests, and marked ones are read' })
  test: boolean;
  @Field.oneOfOr(ANSWERS, 'asked', { description: 'When a CONTRL answers what the partner sends' })
  answers: (typeof ANSWERS)[number];
  @Field.flag({
    description: "Whether an APERAK tells the partner why the terminal's rules refuse a message of it",
  })
  answers_rules: boolean;
  @Field.oneOfOr(ACKNOWLEDGES, 'never', { description: 'What the partner answers ours with' })
  acknowledges: (typeof ACKNOWLEDGES)[number];
  @Integer({ required: true, default: 60 })
  @Field.customColumn(
    In.int({
      notNull: true,
      min: 1,
      max: 10_080,
      description: 'After how many minutes an acknowledgement is overdue; 60 unless given',
    }),
    (out) => out.int({ example: 60 }),
  )
  acknowledge_minutes: number;
  @Field.oneOfOr(DUPLICATES, 'reference', {
    description: 'What makes an interchange a repetition; `content` for a partner that numbers all alike',
  })
  duplicates: (typeof DUPLICATES)[number];
  @Flag(true)
  @Field.customColumn(In.bool({ description: 'true unless given' }), (out) => out.bool())
  active: boolean;
  /** The control reference of the last interchange that was composed for the partner. */
  @BigInteger({ required: true, default: 0 }) last_reference: number;
}
