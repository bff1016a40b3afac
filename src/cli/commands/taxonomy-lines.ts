import { forTerminal } from '../../terminal-text.ts';
import type { EnvironmentChange } from './taxonomy-environment.ts';

/** Maximum number of values of a list that are printed; a longer list shows how many more there are. */
const MAX_NAMED = 12;

/** One line for each change of a contract. */
export function changeLines(changes: readonly EnvironmentChange[]): string[] {
  return changes.map((change) => forTerminal(lineOf(change), 2000));
}

function lineOf(change: EnvironmentChange): string {
  switch (change.change) {
    case 'list': {
      const parts = [
        ...(change.added.length > 0 ? [`added ${named(change.added)}`] : []),
        ...(change.removed.length > 0 ? [`removed ${named(change.removed)}`] : []),
        ...(change.complete === undefined ? [] : [change.complete ? 'now complete' : 'no longer complete']),
      ];
      return `${change.interface} list ${change.list}: ${parts.join('; ')}`;
    }
    case 'project-type':
      return `v2 family ${change.family}: project type ${change.before ?? 'not known'} → ${change.after ?? 'not known'}`;
    case 'update-path':
      return `v3 ${change.kind} updates: ${change.before} → ${change.after}`;
    case 'field-added':
      return `${where(change)}: added, ${change.value}, ${change.required}`;
    case 'field-removed':
      return `${where(change)}: removed`;
    case 'field-renamed':
      return `${where(change)}: renamed to ${change.to}`;
    case 'required':
    case 'value':
      return `${where(change)}: ${change.before} → ${change.after}`;
    case 'body':
      return `${change.interface} ${change.kind}: other columns are ${change.open ? 'now' : 'no longer'} sent`;
  }
}

const where = ({ interface: name, kind, path }: { interface: string; kind: string; path: string }): string =>
  `${name} ${kind} ${path}`;

function named(values: readonly string[]): string {
  const names = values.slice(0, MAX_NAMED).join(', ');
  const more = values.length - MAX_NAMED;
  return more > 0 ? `${values.length} values (${names} and ${more} more)` : names;
}
