import type { Command } from 'commander';
import { type Context, write } from '../../context.ts';
import {
  DEFAULT_DEADLINE_DAYS,
  QUERY_PARAMETERS,
  type QueryParameter,
  SORT_NAMES,
} from '../../contract/v3/brand-product-query.ts';
import { isUuid, readQuery } from '../../contract/v3/query-read.ts';
import type { QueryParams, QueryValue } from '../../contract/v3/query-text.ts';
import { flagError, usage } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Selection } from '../../read/export/selection.ts';
import type { V3Query } from '../../read/export/v3-list.ts';
import { say } from '../../say.ts';
import type { V3ListName } from '../../service/v3-reads.ts';
import type { ListReadOptions } from '../read/open.ts';
import { lineFor } from '../view/wrap.ts';
import { limitOf, noteLimit } from './filters.ts';
import { type FlagLine, flags, helpNote, helpTable, shared, sharedNamed } from './help.ts';
import { dateRange, numberRange, wordsIn, yesNo } from './v3-values.ts';
import { valuesInFile } from './values-file.ts';

/**
 * The flags of every command that reads a v3 list. The filters and their help are in
 * `contract/v3/brand-product-query.ts`.
 */
export interface V3Options extends ListReadOptions {
  readonly all?: boolean;
  readonly limit?: string;
  readonly offset?: string;
  readonly column?: string;
  readonly encoding?: string;
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/**
 * All parameters except `limit` and `offset`, which in the interface apply to one page and in trace to the whole list.
 */
const FILTERS = QUERY_PARAMETERS.filter(({ value }) => value.type !== 'integer');
const isList = ({ value }: QueryParameter): boolean => /^(texts|uuids?)$/.test(value.type);

/** Flags for parameters with a long or unclear name. Any other flag has the name of its parameter. */
const FLAG_NAMES: Readonly<Record<string, string>> = {
  brandProductUniqueIdentifier: 'unique-identifier',
  theoreticalTraceabilityEndDate: 'traceability-end-date',
  supplierIds: 'supplier',
  isProductInAGECScope: 'agec-scope',
  frenchEnvironmentalCost: 'fec',
  publishedFrenchEnvironmentalCost: 'published-fec',
  publishedFrenchEnvironmentalCostPerUnitWeight: 'published-fec-per-gram',
};

/** `productCategories` becomes `product-categories`. */
const kebab = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
const flagOf = ({ name }: QueryParameter): string => `--${FLAG_NAMES[name] ?? kebab(name)}`;
/** The name under which commander stores the value of a flag. */
const optionOf = (flag: string): string =>
  flag.slice(2).replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

const PLACEHOLDERS: Readonly<Record<QueryParameter['value']['type'], string>> = {
  integer: '<number>',
  text: '<text>',
  choice: '<name>',
  texts: '<values>',
  uuids: '<ids>',
  uuid: '<ids>',
  boolean: '<yes|no>',
  dates: '<range>',
  number: '<range>',
};

const noteOf = ({ name }: QueryParameter): string =>
  name === 'theoreticalTraceabilityEndDate'
    ? say().helpFilters[name]({ days: String(DEFAULT_DEADLINE_DAYS) })
    : say().helpFilters[name]();

/**
 * Adds a flag for each parameter of the list (interface 4.4), and a `-file` flag for each parameter that accepts
 * several values.
 */
export function v3Flags(command: Command): void {
  flags(
    command,
    FILTERS.flatMap((parameter): FlagLine[] => {
      const { value } = parameter;
      const { helpDetails } = say();
      const note = noteOf(parameter);
      const isLong = value.type === 'choice' && value.open;
      const choices =
        value.type !== 'choice'
          ? ''
          : isLong
            ? helpDetails.fieldsBelow()
            : helpDetails.choices({ values: value.values.join(', ') });
      const guess = parameter.documented ? '' : helpDetails.undocumented();
      const one = sharedNamed(flagOf(parameter), () => `${choices || helpDetails.detail({ note })}${guess}`);
      if (one) return [one];
      const own = [
        `${flagOf(parameter)} ${PLACEHOLDERS[value.type]}`,
        () => `${note}${choices}${guess}`,
      ] as const;
      if (!isList(parameter)) return [own];
      const file = [`${flagOf(parameter)}-file <file>`, 'valuesFile'] as const;
      return [[...own, { collect: true }] as const, file];
    }),
  );
  flags(command, [
    ['--column <header>', 'column'],
    shared('encoding'),
    ['--offset <number>', 'offset'],
    shared('limit'),
    ['--all', 'allMatches'],
  ]);
  const { helpFilterForms: forms, helpNotes, helpTitles } = say();
  helpTable(command, helpTitles.filters(), [
    [forms.values(), forms.valuesForm()],
    [forms.dates(), forms.datesForm()],
    [forms.numbers(), forms.numbersForm()],
  ]);
  helpNote(command, helpNotes.filters());
  helpNote(command, helpNotes.sortFields({ names: SORT_NAMES.join(', ') }));
}

/**
 * The query that the flags describe; `names` are ids or unique identifiers from the arguments.
 *
 * @throws TraceError usage `flag-value`, `flags-exclude`, and the errors of `valuesInFile`
 */
export async function v3Query(
  list: V3ListName,
  options: V3Options,
  context: Context,
  names: readonly string[] = [],
): Promise<V3Query> {
  if (options.all && (options.limit !== undefined || options.offset !== undefined)) {
    throw usage('flags-exclude', say().usage.allOrLimit());
  }
  const piped = FILTERS.filter((parameter) => options[optionOf(`${flagOf(parameter)}-file`)] === '-');
  if (piped.length > 1) {
    throw usage('flags-exclude', say().usage.stdinReadOnce());
  }
  const params: Record<string, QueryValue> = {};
  for (const parameter of FILTERS) {
    const value = await filterValue(parameter, options, context);
    if (value !== undefined) params[parameter.name] = value;
  }
  Object.assign(params, byName(names, params));
  const limit = limitOf(options.limit);
  await noteLimit(options.limit, context);
  return {
    list,
    params,
    ...(limit !== undefined && { limit }),
    ...(options.offset !== undefined && { offset: offsetOf(options.offset) }),
  };
}

/** The selection of a v3 query. */
export const v3Selection = (subject: string, v3: V3Query): Selection => ({
  subject,
  ids: [],
  sent: null,
  filters: { states: [] },
  languages: [],
  v3,
});

function offsetOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw flagError(say().usage.fromZero({ flag: '--offset', value: text }));
}

/**
 * The filter for these names. All must be ids, or all unique identifiers: a product would have to match both filters.
 */
function byName(names: readonly string[], params: QueryParams): QueryParams {
  if (names.length === 0) return {};
  const ids = names.filter(isUuid);
  const name = ids.length > 0 ? 'brandProductId' : 'brandProductUniqueIdentifier';
  if (ids.length > 0 && ids.length < names.length) {
    throw usage('flags-exclude', say().usage.idsOrIdentifiers());
  }
  if (params[name] === undefined) return { [name]: names };
  throw usage('flags-exclude', say().usage.namedTwice());
}

async function filterValue(
  parameter: QueryParameter,
  options: V3Options,
  context: Context,
): Promise<QueryValue | undefined> {
  const flag = flagOf(parameter);
  const given = options[optionOf(flag)];
  if (isList(parameter)) return listOf(parameter, given as readonly string[] | undefined, options, context);
  if (given === undefined) return undefined;
  const text = String(given).trim();
  if (text === '') throw flagError(say().usage.empty({ flag, value: String(given) }));
  const { value } = parameter;
  switch (value.type) {
    case 'choice':
      if (value.values.includes(text)) return text;
      if (value.open) {
        const near = nearestSentence(text, value.values);
        const warning = say().usage.sortUnknown({ flag, value: text, near });
        await write(context.stderr, lineFor(context.stderr, warning, 500));
        return text;
      }
      throw flagError(
        say().usage.unknownValueUse({
          flag,
          value: text,
          near: nearestSentence(text, value.values),
          names: value.values.join(', '),
        }),
      );
    case 'boolean':
      return checked(parameter, flag, text, yesNo(flag, text));
    case 'dates':
      return checked(parameter, flag, text, dateRange(flag, text));
    case 'number':
      return checked(parameter, flag, text, numberRange(flag, text));
    default:
      return text;
  }
}

async function listOf(
  parameter: QueryParameter,
  given: readonly string[] | undefined,
  options: V3Options,
  context: Context,
): Promise<readonly string[] | undefined> {
  const flag = flagOf(parameter);
  const { value: type } = parameter;
  const blank = type.type === 'texts' && type.blank === true;
  const typed = given === undefined ? [] : wordsIn(flag, given, blank);
  const file = options[optionOf(`${flag}-file`)] as string | undefined;
  if (given === undefined && file === undefined) return undefined;
  const { column, encoding } = options;
  const read =
    file === undefined
      ? []
      : await valuesInFile(
          { file, parameter: parameter.name, flag: `${flag}-file`, column, encoding },
          context,
        );
  const values = [...new Set([...typed, ...read])];
  for (const value of values) checked(parameter, flag, value, [value]);
  return values;
}

/** Returns the value if the parser of queries, which the mock also uses, accepts it; throws otherwise. */
function checked<Value extends QueryValue>(
  { name, value: { type } }: QueryParameter,
  flag: string,
  text: string,
  value: Value,
): Value {
  const pairs: [string, string][] = Array.isArray(value)
    ? value.map((each) => [name, String(each)])
    : typeof value === 'object'
      ? Object.entries(value).flatMap(([part, values]) =>
          [values].flat().map((each): [string, string] => [`${name}[${part}]`, String(each)]),
        )
      : [[name, String(value)]];
  const faults = readQuery(pairs);
  if (!Array.isArray(faults)) return value;
  throw flagError(
    say().usage.setting({ flag, value: text, fault: faultOf(type) ?? withoutName(faults[0]!) }),
  );
}

/** The text that says what a value of this type must be; undefined for types whose values are checked before. */
function faultOf(type: QueryParameter['value']['type']): string | undefined {
  const { settings } = say();
  if (type === 'dates') return settings.date();
  if (type === 'number') return settings.number();
  return type === 'uuid' || type === 'uuids' ? settings.uuid() : undefined;
}

const withoutName = (fault: string): string => fault.replace(/^\S+ /, '');
