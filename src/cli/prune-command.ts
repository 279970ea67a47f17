import type { Command } from 'commander';
import { count } from '../common/count';
import { instant } from './options';

export interface Pruned {
  organization: string;
  before: Date;
}

export function removed(many: number, what: string): string {
  return `${count(many, what)} ${many === 1 ? 'was' : 'were'} removed.`;
}

/** Adds `prune` to a group of commands. */
export function addPrune(group: Command, { removes, note }: { removes: string; note: string }): Command {
  return group
    .command('prune')
    .description(removes)
    .requiredOption('--organization <name>', 'the organization that they are of')
    .requiredOption(
      '--before <date>',
      'such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z',
      instant,
    )
    .addHelpText(
      'after',
      `\n${note}\n\nExample: wharfinger ${group.name()} prune --organization "Port of Example" --before 2025-01-31`,
    );
}
