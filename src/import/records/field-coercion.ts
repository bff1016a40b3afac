import { amountCoercion } from './amount.ts';
import { choiceCoercion } from './choice.ts';
import type { Coercion } from './coercion.ts';
import { countryCoercion } from './country.ts';
import { dateCoercion } from './date.ts';
import { listCoercion } from './list-cell.ts';
import { coerceOpenObject, coerceOpenValue } from './open-value.ts';
import type { Column } from './record.ts';
import { referenceCoercion } from './reference.ts';
import { coerceEmail, coerceText, coerceUrl } from './text-coercion.ts';
import { rejectNonValues } from './values.ts';
import { coerceBoolean, coerceFlag } from './yes-no.ts';

/** How the cells of a column are read, by the type of its field and by what its head and values say. */
export function coercionOf(column: Column): Coercion {
  const { value, path } = column.field;
  const one = rejectNonValues(value, coercionOfOne(column));
  return path.endsWith('[]') ? listCoercion(value, one) : one;
}

function coercionOfOne(column: Column): Coercion {
  const { value, path } = column.field;
  switch (value.type) {
    case 'text':
      return coerceText;
    case 'reference':
      return referenceCoercion(column.datesMeant === true);
    case 'number':
      return amountCoercion(value, column.header, column.decimal, column.guessed, column.remark);
    case 'boolean':
      return coerceBoolean;
    case 'flag':
      return coerceFlag;
    case 'choice':
      return choiceCoercion(value.list);
    case 'country':
      return countryCoercion(column.onlyCodes === true);
    case 'date':
      return dateCoercion(column.dateOrder, column.guessed, column.date1904);
    case 'email':
      return coerceEmail;
    case 'url':
      return coerceUrl;
    case 'open':
      return column.path === path && !value.scalar ? coerceOpenObject : coerceOpenValue;
  }
}
