import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireState } from '../../config/approval.ts';
import { outsideState } from '../../config/configured-places.ts';
import { readContract } from '../../config/contract-file.ts';
import { loadConfig } from '../../config/load.ts';
import {
  projectTypes,
  resolveEnvironment,
  settingIn,
  stateDir,
  updatePaths,
} from '../../config/resolve-environment.ts';
import { duration } from '../../config/schema.ts';
import { write } from '../../context.ts';
import { type Completion, pathsIn } from '../../contract/completion.ts';
import { mergedPaths } from '../../contract/v3/update-paths.ts';
import { TraceError, usage } from '../../errors.ts';
import { MOCK_PORT, makeMockData } from '../../import/open-service.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { parseBrands } from '../../mock/brands.ts';
import { CHAOS_SETTINGS, parseChaos } from '../../mock/chaos/parse.ts';
import { type ChaosPlan, RATED_FAULTS } from '../../mock/chaos/plan.ts';
import { startMock } from '../../mock/listen.ts';
import { isPipe } from '../../pipe.ts';
import { say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, helpTable, type OptionsOf, shared } from '../flags/help.ts';
import { portOf } from '../flags/port.ts';
import { contractOfEnvironment } from './taxonomy-environment.ts';

const FLAGS = [
  ['--port <number>', () => say().helpFlags.port({ port: String(MOCK_PORT) })],
  ['--data <file>', 'data'],
  ['--accept-token <token>', 'acceptToken'],
  ['--brands <file>', 'brands'],
  ['--refresh <time>', 'refresh'],
  ['--supplier-collection', 'supplierCollection'],
  ['--chaos <file|spec>', 'chaos'],
  shared('env', 'contractUsed'),
  ['--contract <file>', 'contract'],
  shared('config'),
  shared('stateDir'),
] as const;

export function define(command: Command, session: Session): void {
  flags(command, FLAGS);
  helpTable(
    command,
    say().helpTitles.faults(),
    RATED_FAULTS.map((name) => [name, say().helpFaults[name]()] as const),
  );
  helpTable(
    command,
    say().helpTitles.chaosSettings(),
    CHAOS_SETTINGS.map(([text, name]) => [text, say().helpChaos[name]()] as const),
  );
  command.action(async (options: OptionsOf<typeof FLAGS>) => {
    const { context } = session;
    const port = portOf(options.port, MOCK_PORT);
    const loaded = await loadConfig(context.cwd, options.config, context.signal);
    const dataFile =
      options.data === undefined
        ? stateFiles(stateDir(loaded, options, context.cwd).value).mock
        : resolve(context.cwd, options.data);
    const place = await contractOfEnvironment(options, context);
    const completion =
      options.contract === undefined ? place.completion : await givenContract(options.contract, context.cwd);
    const contract = place.contract(completion);
    if (options.data === undefined && options.stateDir === undefined && outsideState(loaded) !== null)
      await requireState(await resolveEnvironment(loaded, { env: 'mock' }, context.cwd), context.env);
    makeMockData(dataFile);
    await using mock = await startMock({
      port,
      dataFile,
      token: options.acceptToken ?? null,
      tokens: options.brands === undefined ? {} : parseBrands(readNamed(options.brands, context.cwd)),
      refreshMs: settingIn(duration, '--refresh', options.refresh ?? '0'),
      collection: options.supplierCollection === true,
      projectTypes: { ...completion.projectTypes, ...projectTypes(loaded) },
      kindsOf: (name) => contract[name],
      updatePaths: mergedPaths(pathsIn(completion), updatePaths(loaded)),
      chaos: options.chaos === undefined ? null : chaosPlan(options.chaos, context.cwd),
      now: context.now,
    });
    await write(context.stdout, `${mock.url}\n`);
    await write(
      context.stderr,
      `${say().mockServer.listens({ url: mock.url, file: forTerminal(dataFile) })}\n`,
    );
    await new Promise<void>((done) => {
      if (context.signal.aborted) done();
      context.signal.addEventListener('abort', () => done(), { once: true });
    });
  });
}

/** Reads the faults from a .json file, or from the value itself. */
function chaosPlan(given: string, cwd: string): ChaosPlan {
  if (!/\.json$/i.test(given)) return parseChaos(given);
  return parseChaos(readNamed(given, cwd).replace(/^\ufeff/, ''));
}

/**
 * The contract in the file of `--contract`.
 *
 * @throws TraceError if the file does not exist
 */
function givenContract(given: string, cwd: string): Promise<Completion> {
  readNamed(given, cwd);
  return readContract(resolve(cwd, given));
}

function readNamed(given: string, cwd: string): string {
  try {
    isPipe(resolve(cwd, given));
    return readFileSync(resolve(cwd, given), 'utf8');
  } catch (error) {
    if (error instanceof TraceError) throw error;
    throw usage('file-missing', say().mockServer.unreadable({ file: given }), undefined, error);
  }
}
