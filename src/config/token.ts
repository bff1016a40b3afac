import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TraceError } from '../errors.ts';
import { readWhole } from '../pipe.ts';
import { say } from '../say.ts';
import type { TokenSource } from './token-source.ts';

/**
 * Reads the token from its source: a variable, a file, or the output of a command (run without a shell). Throws a
 * TraceError of kind `token` if there is none, or the reason of `signal` when aborted. No message contains any part of
 * a token.
 */
export async function readToken(
  source: TokenSource,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<string> {
  switch (source.type) {
    case 'env': {
      const token = env[source.name]?.trim();
      if (token) return token;
      throw new TraceError(
        'token',
        'token-missing',
        say().configuration.tokenMissing({ name: source.name }),
        say().configuration.tokenMissingHow({ name: source.name }),
      );
    }
    case 'file':
      return fromFile(source.path, signal);
    case 'command':
      return fromCommand(source.command, env, signal);
    case 'given':
      return source.token();
    case 'embedded':
      throw new Error('the embedded mock brings its own token');
  }
}

async function fromFile(path: string, signal: AbortSignal | undefined): Promise<string> {
  let text: string;
  try {
    text = String(await readWhole(path, signal));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TraceError) throw error;
    throw new TraceError(
      'token',
      'token-file',
      say().configuration.tokenFile({ path, code: String((error as { code?: string }).code) }),
      say().configuration.tokenFileHow(),
    );
  }
  const token = text.trim();
  if (token === '') throw new TraceError('token', 'token-file', say().configuration.tokenFileEmpty({ path }));
  return token;
}

async function fromCommand(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      env,
      timeout: 30_000,
      windowsHide: true,
      shell: false,
      ...(signal ? { signal } : {}),
    });
    const token = stdout.trim();
    if (token !== '') return token;
  } catch (error) {
    signal?.throwIfAborted();
    const { code, stdout, stderr } = error as { code?: string | number; stdout?: string; stderr?: string };
    const output = safeOutput(stderr ?? '', stdout ?? '');
    const ended =
      code === null || code === undefined ? say().configuration.tokenCommandStopped() : String(code);
    throw new TraceError(
      'token',
      'token-command',
      output === ''
        ? say().configuration.tokenCommandFailed({ program, code: ended })
        : say().configuration.tokenCommandSaid({ program, code: ended, output }),
      say().configuration.tokenCommandHow(),
    );
  }
  throw new TraceError('token', 'token-command', say().configuration.tokenCommandEmpty({ program }));
}

/** A text without long words that have digits. */
const hidden = (text: string) => text.replace(/(?=[\w.+/=:~-]*\d)[\w.+/=:~-]{20,}/g, '[hidden]');

/** The words of a command without what may be a secret: long words with digits that are no paths, and values of flags named so. */
export function withoutSecrets(words: readonly string[]): string[] {
  const flag = /^--?[\w-]*(?:pass|secret|token|key)/i;
  return words.map((word, at) => {
    if (flag.test(words[at - 1] ?? '') || (flag.test(word) && word.includes('='))) return '[hidden]';
    return at === 0 || /^(?:\/|\.|~|[A-Z]:)/i.test(word) ? word : hidden(word);
  });
}

/** Maximum length of the output of a command in a message. */
const MAX_OUTPUT = 300;

/**
 * The standard error of a failed command as one line. What may be a token is hidden: words of its standard output, and
 * long words with digits.
 */
function safeOutput(stderr: string, stdout: string): string {
  let output = stderr.trim().replace(/\s+/g, ' ');
  for (const printed of stdout.split(/\s+/))
    if (printed !== '') output = output.replaceAll(printed, '[hidden]');
  output = hidden(output);
  return output.length > MAX_OUTPUT ? `${output.slice(0, MAX_OUTPUT)}…` : output;
}
