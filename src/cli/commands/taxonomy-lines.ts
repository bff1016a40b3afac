import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { EnvironmentChange } from './taxonomy-environment.ts';

/** Maximum number of values of a list that are printed; a longer list shows how many more there are. */
const MAX_NAMED = 12;

/** One line for each change of a contract. */
export function changeLines(changes: readonly EnvironmentChange[]): string[] {
  return changes.map((change) => forTerminal(lineOf(change), 2000));
}

function lineOf(change: EnvironmentChange): string {
  const texts = say().taxonomy;
  switch (change.change) {
    case 'list': {
      const parts = [
        ...(change.added.length > 0 ? [texts.added({ values: valueList(change.added) })] : []),
        ...(change.removed.length > 0 ? [texts.removed({ values: valueList(change.removed) })] : []),
        ...(change.complete === undefined
          ? []
          : [change.complete ? texts.nowComplete() : texts.notComplete()]),
      ];
      return texts.list({ interface: change.interface, name: change.list, changes: parts.join('; ') });
    }
    case 'project-type':
      return texts.projectType({
        ...{ family: change.family, before: change.before ?? texts.notKnown() },
        after: change.after ?? texts.notKnown(),
      });
    case 'update-path':
      return texts.updatePath({ kind: change.kind, before: change.before, after: change.after });
    case 'field-added':
      return texts.fieldAdded({ place: place(change), value: change.value, required: change.required });
    case 'field-removed':
      return texts.fieldRemoved({ place: place(change) });
    case 'field-renamed':
      return texts.fieldRenamed({ place: place(change), name: change.to });
    case 'required':
    case 'value':
      return texts.changed({ place: place(change), before: change.before, after: change.after });
    case 'body':
      return (change.open ? texts.columnsSent : texts.columnsNotSent)({
        ...{ interface: change.interface, kind: change.kind },
      });
  }
}

const place = ({ interface: name, kind, path }: { interface: string; kind: string; path: string }): string =>
  `${name} ${kind} ${path}`;

function valueList(values: readonly string[]): string {
  const names = values.slice(0, MAX_NAMED).join(', ');
  const more = values.length - MAX_NAMED;
  return more > 0
    ? say().taxonomy.values({ number: numberText(values.length), names, more: numberText(more) })
    : names;
}
