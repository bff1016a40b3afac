import { quoted } from '../recognise/text.ts';
import { say } from '../say.ts';
import { collide, columnText, headerPath } from './column-paths.ts';
import type { HeaderNote } from './header-note.ts';
import type { Column, Fill, MappedHeaders } from './record.ts';

/**
 * Returns the fields that a map file fills. Reports fields that the sheet does not allow, and columns that the
 * sheet does not have.
 */
export function fillsOf(
  headers: MappedHeaders,
  columns: readonly Column[],
  note: HeaderNote,
): readonly Fill[] {
  for (const { name, target, problem, line } of headers.absent())
    note('map-column', say().headers.mapColumn({ column: quoted(name), field: target, problem }), {
      value: name,
      suggestion: line,
    });
  const fills = headers.fills(columns, (path, problem, suggestion) =>
    note('map-fill', say().headers.mapFill({ field: headerPath(path), problem }), {
      field: path,
      suggestion,
    }),
  );
  return fills.filter((fill) => {
    const double = columns.find((column) => collide(column, fill));
    if (double)
      note(
        'header-duplicate',
        say().headers.mapDuplicate({ column: columnText(double), field: headerPath(fill.path) }),
        {
          index: double.index,
          value: double.header,
          field: fill.path,
          suggestion: headers.ignoreLine(double.index),
        },
      );
    return !double;
  });
}
