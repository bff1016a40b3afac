import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { withEnvironment } from '../../config/add-environment.ts';
import { approve } from '../../config/approval.ts';
import { approvablePlaces, outsideState } from '../../config/configured-places.ts';
import { configJsonSchema, SCHEMA_FILE, SCHEMA_LINE } from '../../config/json-schema.ts';
import { contentOf, type LoadedConfig, loadConfig } from '../../config/load.ts';
import { resolveEnvironment } from '../../config/resolve-environment.ts';
import type { EnvironmentConfig } from '../../config/schema.ts';
import { readToken } from '../../config/token.ts';
import { configuredTokenSource, sourceName, sourceText } from '../../config/token-source.ts';
import { type Context, write } from '../../context.ts';
import { OPEN_MODE, writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { type Answers, checkFlags, missingFlags, type SetupPlace, settingsFrom } from '../setup/answers.ts';
import { lineFor } from '../view/wrap.ts';
import { tryRead } from './env.ts';

const INIT_FLAGS = [
  ['--env <name>', 'initEnv', { variable: false }],
  ['--url <address>', 'initUrl', { variable: false }],
  ['--token-env <name>', 'initTokenEnv', { variable: false }],
  ['--token-file <file>', 'initTokenFile', { variable: false }],
  ['--token-command <command>', 'initTokenCommand', { variable: false }],
  ['--proxy <address>', 'initProxy', { variable: false }],
  ['--proxy-auth-file <file>', 'initProxyAuthFile', { variable: false }],
  ['--ca <file>', 'initCa', { variable: false }],
  shared('interface', 'defaultV2'),
  shared('family'),
  ['--batch <name>', 'initBatch', { variable: false }],
  shared('config'),
  ['--yes', 'initYes', { variable: false }],
  ['--no-input', 'noInput'],
] as const;
type InitOptions = OptionsOf<typeof INIT_FLAGS>;

export function define(command: Command, { context }: Session): void {
  flags(command, INIT_FLAGS);
  command.action((options: InitOptions) => init(options, context));
}

/** What is asked after a failed read, by the code of its error. */
const RETRIES = [
  ['unreachable', ['proxy', 'ca']],
  ['proxy-auth', ['proxyAuthFile']],
] as const;

/** Adds an environment to the configuration, approves it, and tries one read. A failed read is only reported. */
async function init(options: InitOptions, context: Context): Promise<void> {
  const { config: named, yes, input, ...given } = options;
  const loaded = await loadedOrNew(named, context);
  const file = loaded.file ?? resolve(context.cwd, named ?? 'trace.config.yaml');
  if (!/^(?:\.ya?ml|)$/i.test(extname(file)))
    throw usage('config-format', say().init.notYaml({ file }), say().init.notYamlHow());
  const place = { file, names: Object.keys(loaded.config.environments ?? {}), env: context.env };
  checkFlags(given, place);
  const isAsking = context.canAnswer && input !== false && !yes;
  const answers = isAsking ? await askedOf(given, place, context) : completeOf(given, yes === true);
  const name = answers.env!;
  await store(file, name, settingsFrom(answers), context);
  const print = (text: string) => write(context.stdout, lineFor(context.stdout, text, 2000));
  await print((loaded.file === null ? say().init.written : say().init.added)({ file, name }));
  const read = async (): Promise<TraceError | null> => {
    try {
      const written = await loadConfig(context.cwd, named);
      // A state folder elsewhere was not answered here: a person must see it before it is approved.
      if (outsideState(written) === null) await approveAnswers(written, name, context);
      const environment = await resolveEnvironment(written, { env: name }, context.cwd);
      await print(await tryRead(environment, written, context));
      return null;
    } catch (error) {
      if (!(error instanceof TraceError)) throw error;
      await print(say().init.readFailed({ why: error.message, how: error.hint ?? '' }));
      return error;
    }
  };
  let failure = await read();
  let latest = answers;
  for (const [fault, names] of RETRIES) {
    if (!isAsking || failure?.code !== fault || names.some((one) => latest[one])) continue;
    // A login belongs to a proxy of the configuration.
    if (fault === 'proxy-auth' && !latest.proxy) continue;
    const [{ askNetwork }, { clackPrompts }] = await dialog();
    const again = await askNetwork(latest, place, await clackPrompts(context), names);
    if (again === latest) break;
    latest = again;
    await store(file, name, settingsFrom(again), context);
    failure = await read();
  }
  const where = ['--env', name, ...(named === undefined ? [] : ['--config', named])];
  await print(
    say().init.next({ doctor: advised('doctor', ...where), template: advised('template', ...where) }),
  );
}

/** The configuration; an empty one if `--config` names a file that does not exist. */
function loadedOrNew(named: string | undefined, { cwd, signal }: Context): Promise<LoadedConfig> {
  const isNew = named !== undefined && !existsSync(resolve(cwd, named));
  return loadConfig(cwd, isNew ? undefined : named, signal).then((loaded) =>
    isNew ? { ...loaded, config: {}, file: null } : loaded,
  );
}

const dialog = () => Promise.all([import('../setup/questions.ts'), import('../map/prompts.ts')]);

/** Asks for the answers that are missing, and shows what will be written. Throws TraceError `interrupted`, `init-unconfirmed`. */
async function askedOf(given: Answers, place: SetupPlace, context: Context): Promise<Answers> {
  const [{ askAnswers }, { clackPrompts }] = await dialog();
  const prompts = await clackPrompts(context);
  const answers = await askAnswers(given, place, prompts);
  const own = settingsFrom(answers);
  // The library removes the indentation of ordinary spaces.
  prompts.note(
    withEnvironment('', answers.env!, own)
      .trimEnd()
      .replace(/^ +/gm, (indent) => '\u00a0'.repeat(indent.length)),
  );
  const source = sourceText(sourceName(configuredTokenSource(own, dirname(place.file)), dirname(place.file)));
  if (await prompts.confirm(say().init.confirm({ file: place.file, source, address: own.baseUrl! })))
    return answers;
  throw usage('init-unconfirmed', say().init.unconfirmed());
}

/** The answers of flags. Throws TraceError `arguments` if one is missing, and `init-unconfirmed` without `--yes`. */
function completeOf(given: Answers, isConfirmed: boolean): Answers {
  const missing = missingFlags(given);
  const { placeholders, init: texts } = say();
  if (missing.length > 0)
    throw usage(
      'arguments',
      texts.missing({ flags: missing.join(', ') }),
      texts.missingHow({
        init: advised('init'),
        command: advised(
          'init',
          '--env',
          'sandbox',
          '--url',
          'https://api.example.com',
          '--token-env',
          placeholders.name(),
          '--yes',
        ),
      }),
    );
  if (!isConfirmed) throw usage('init-unconfirmed', texts.unasked(), texts.unaskedHow());
  return given;
}

/**
 * Writes the configuration in one step; a new one with its JSON schema beside it.
 *
 * @throws TraceError `token-in-file` if an answer contains the token, `config-invalid`
 */
async function store(file: string, name: string, own: EnvironmentConfig, context: Context): Promise<void> {
  // Read after the questions: the file may have been edited meanwhile.
  const path = existsSync(file) ? realpathSync(file) : file;
  const before = existsSync(path) ? await readFile(path, 'utf8') : null;
  const text = withEnvironment(before ?? SCHEMA_LINE, name, own);
  await contentOf(file, text);
  const source = configuredTokenSource(own, dirname(file));
  const token = await readToken(source, context.env, context.signal).catch((error: unknown) => {
    if (error instanceof TraceError) return null;
    throw error;
  });
  if (token && text.includes(token))
    throw usage('token-in-file', say().init.tokenInFile(), say().init.tokenInFileHow());
  const put = (to: string, content: string, mode: number) =>
    writeFileWhole(to, { replace: existsSync(to), mode, own: 'configuration' }, (draft) =>
      draft.writeFile(content),
    );
  if (text.includes(SCHEMA_FILE)) await put(join(dirname(path), SCHEMA_FILE), configJsonSchema(), OPEN_MODE);
  await put(path, text, before === null ? OPEN_MODE : statSync(path).mode);
}

/** Approves the address and the token source that were just answered. */
async function approveAnswers(loaded: LoadedConfig, name: string, { env }: Context): Promise<void> {
  const places = approvablePlaces(loaded).filter((place) => place.name === name);
  await approve(loaded.file!, places, env);
}
