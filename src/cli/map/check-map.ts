import { command as advised, fileOperand, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { write } from '../../context.ts';
import { EXIT_CODES, usage } from '../../errors.ts';
import { codesWith } from '../../findings/catalogue.ts';
import { placeText } from '../../findings/finding.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { inspect } from '../../import/inspect.ts';
import { findingFrom, reportedFinding } from '../../import/report/report-parts.ts';
import type { FindingRow } from '../../ledger/history.ts';
import { say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import type { MapDocument } from '../view/map-schema.ts';
import { amount } from '../view/sentences.ts';
import { lineFor, wrapSentence } from '../view/wrap.ts';
import type { MapPlace } from './place.ts';

/** Findings that say that an export does not fit its map file. */
const MISFIT_CODES: ReadonlySet<string> = new Set(codesWith('misfitsMap'));

interface CheckJob {
  readonly settings: InputSettings;
  /** The files as typed, for the next command. */
  readonly files: readonly string[];
  readonly environment: Environment;
  readonly place: MapPlace;
  readonly flags: readonly string[];
  readonly json: boolean;
}

/**
 * Prints what in the files does not fit their map file, without writing anything. Returns the exit code.
 *
 * @throws TraceError `map-missing`
 */
export async function checkMap(job: CheckJob, session: Session): Promise<number> {
  const { settings, files, environment, place, flags, json } = job;
  const { context } = session;
  const words = operands(files.map(fileOperand), flags);
  if (!place.map)
    throw usage(
      'map-missing',
      say().mapping.missing(),
      say().mapping.missingHow({ command: advised('map', ...words) }),
    );
  const inspection = await inspect({
    ...{
      command: 'check',
      environment,
      settings,
      env: context.env,
      now: context.now,
      signal: context.signal,
    },
    ...{ emit: () => {}, options: '{}' },
  });
  using ledger = inspection.ledger;
  context.signal.throwIfAborted();
  const changes = distinctChanges(ledger.history(inspection.run).findings());
  const exitCode = EXIT_CODES[changes.length > 0 ? 'invalid' : 'done'].code;
  const next = advised(changes.length > 0 ? 'map' : 'check', ...words);
  if (json) {
    const document: MapDocument = {
      ...{ schemaVersion: SCHEMA_VERSION, interface: inspection.interface, map: place.map.file },
      ...{
        written: false,
        lines: 0,
        sheets: [],
        changes: changes.map(reportedFinding),
        learned: null,
        open: changes.length,
      },
      ...{ exitCode, next },
    };
    await write(context.stdout, `${jsonText(document)}\n`);
    return exitCode;
  }
  for (const change of changes) {
    const { message, suggestion } = change;
    await write(
      context.stdout,
      `${wrapSentence(say().mapping.change({ place: forTerminal(placeText(findingFrom(change)), 300), message: forTerminal(message, 500) }), WIDTH).join('\n')}\n`,
    );
    if (suggestion !== null) await write(context.stdout, lineFor(context.stdout, `  ${suggestion}`));
  }
  const end =
    changes.length === 0
      ? say().mapping.fit({ file: place.map.file, command: next })
      : say().mapping.uncovered({
          ...{ changes: amount(changes.length, 'change'), file: place.map.file, command: next },
        });
  await write(context.stderr, lineFor(context.stderr, end, 2000));
  return exitCode;
}

const WIDTH = 80;

/** Each change once: many rows may have the same word, and one line of the map file covers all of them. */
function distinctChanges(rows: Iterable<FindingRow>): FindingRow[] {
  const changes = new Map<string, FindingRow>();
  for (const row of rows) {
    if (!MISFIT_CODES.has(row.code)) continue;
    const key = `${row.code}\n${row.suggestion ?? row.message}`;
    if (!changes.has(key)) changes.set(key, row);
  }
  return [...changes.values()];
}
