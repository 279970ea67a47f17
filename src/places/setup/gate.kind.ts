import { Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Terminal } from './terminal.kind';

export const GATE_DIRECTIONS = ['in', 'out', 'both'] as const;

/** A gate through which trucks enter or leave. */
@Kind({
  singular: 'gate',
  plural: 'gates',
  key: 'name',
  narrowedBy: { terminal: ['name'] },
  parties: { concern: 'everyone', fields: ['name', 'direction', 'terminal'], filters: ['name', 'terminal'] },
})
@Index('uq_gates_client_identifier', ['organization_id', 'client_identifier'], { unique: true })
export class Gate extends Row {
  @Field.key({ example: 'In 1' }) name: string;
  @Field.text({
    identifier: 'visible',
    min: 1,
    description: 'How the systems of the terminal call it',
    example: 'GATE-IN-1',
  })
  client_identifier: string | null;
  @Field.oneOfOr(GATE_DIRECTIONS, 'both', {
    description: 'Whether trucks come in by it, leave by it, or both; both unless given',
    example: 'both',
  })
  direction: (typeof GATE_DIRECTIONS)[number];
  @Field.ref(() => Terminal, 'name') terminal: Relation<Terminal> | null;
  terminal_id: number | null;
}
