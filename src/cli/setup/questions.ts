import { FAMILY_NAMES } from '../../contract/family.ts';
import { say } from '../../say.ts';
import type { Prompts } from '../map/prompts.ts';
import { type Answers, faultOf, type SetupPlace } from './answers.ts';

/** Names that are offered for an environment. */
const USUAL_NAMES = ['sandbox', 'production'];

/**
 * Asks for what the flags do not say. Returns all answers.
 *
 * @throws TraceError `interrupted` for Ctrl-C
 */
export async function askAnswers(given: Answers, place: SetupPlace, prompts: Prompts): Promise<Answers> {
  const texts = say().init;
  const typed = async (name: keyof Answers, message: string): Promise<string> => {
    for (;;) {
      const text = await prompts.text(message, (answer) => faultOf(name, answer, place));
      if (text !== null) return text;
    }
  };
  const chosen = <Value>(message: string, choices: readonly (readonly [Value, string])[]) =>
    prompts.select(
      message,
      choices.map(([value, label]) => ({ value, label })),
    );

  let { env, url, interface: version, family, batch, proxy, proxyAuthFile, ca, ...token } = given;
  if (env === undefined) {
    const names = USUAL_NAMES.filter((name) => !place.names.includes(name));
    const choices = [...names.map((name) => [name, name] as const), [null, texts.otherName()] as const];
    env =
      (names.length > 0 ? await chosen(texts.name(), choices) : null) ??
      (await typed('env', texts.typeName()));
  }
  url ??= await typed('url', texts.url());
  if (Object.values(token).every((source) => source === undefined)) {
    const source = await chosen(texts.token(), [
      ['tokenEnv', texts.inVariable()],
      ['tokenFile', texts.inFile()],
      ['tokenCommand', texts.fromCommand()],
    ] as const);
    const example = `TRACE_${env.toUpperCase().replaceAll('-', '_')}_TOKEN`;
    const messages = {
      tokenEnv: texts.variable({ example }),
      tokenFile: texts.file(),
      tokenCommand: texts.command(),
    };
    token = { [source]: await typed(source, messages[source]) };
  }
  version ??= await chosen(texts.interface(), [
    ['v2', texts.v2()],
    ['v3', texts.v3()],
  ]);
  if (version === 'v2') {
    const families = FAMILY_NAMES.map((name) => [name, name] as const);
    family ??= await chosen<string>(texts.family(), [...families, ['', texts.noFamily()]]);
  }
  batch ??= (await prompts.text(texts.batch(), () => undefined)) ?? '';
  // v2 is the default, and then the sheets decide.
  const ofSheets = { interface: version === 'v2' ? given.interface : version, family, batch };
  return { env, url, ...token, proxy, proxyAuthFile, ca, ...ofSheets };
}

type NetworkAnswer = 'proxy' | 'proxyAuthFile' | 'ca';

/** Asks how a service is reached that could not be read. Returns the answers with it; the same ones if nothing is typed. */
export async function askNetwork(
  ...[answers, place, prompts, names]: [Answers, SetupPlace, Prompts, readonly NetworkAnswer[]]
): Promise<Answers> {
  const network: Partial<Record<NetworkAnswer, string>> = {};
  for (const name of names) {
    const fault = (text: string) => (text.trim() === '' ? undefined : faultOf(name, text, place));
    network[name] = (await prompts.text(say().init[name](), fault)) ?? '';
  }
  return Object.values(network).join('') === '' ? answers : { ...answers, ...network };
}
