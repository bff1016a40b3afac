import { say } from '../../say.ts';
import type { Totals } from '../../send/push/outcome.ts';
import { totalsText } from './sentences.ts';

/** What a notification says about a run: no data of rows but their keys. */
export interface Notice {
  readonly schemaVersion: 1;
  readonly time: string;
  readonly environment: string | null;
  readonly command: string;
  /** Null if the command failed before its run. */
  readonly run: string | null;
  readonly exitCode: number;
  readonly verdict: string;
  readonly totals: Totals | null;
  /** The first rows that need a person, and the first errors of the input by code. */
  readonly causes: readonly string[];
  readonly next: string | null;
}

export const noticeTitle = ({ command, environment, exitCode }: Notice): string =>
  say().notice.title({ command, environment: environment ?? '', code: `${exitCode}` });

/** The text of a mail or a message. */
export function noticeText({ verdict, run, totals, causes, next }: Notice): string {
  const texts = say().notice;
  return [
    verdict,
    ...(totals === null ? [] : [totalsText(totals)]),
    ...causes.map((cause) => `- ${cause}`),
    ...(run === null ? [] : [texts.run({ run })]),
    ...(next === null ? [] : [texts.next({ next })]),
  ].join('\n');
}

/** Why a notification was not sent, by the code of the error. Another text is returned as it is. */
export function reasonText(code: string): string {
  const own: Readonly<Record<string, () => string>> = say().noticeReasons;
  const others: Readonly<Record<string, () => string>> = { ...say().systemCauses, ...say().causes };
  if (Object.hasOwn(own, code)) return own[code]!();
  return Object.hasOwn(others, code) ? `${others[code]!()} (${code})` : code;
}

/** The bodies of webhooks by format. */
export const PAYLOADS = {
  generic: (notice: Notice): object => notice,
  slack(notice: Notice): object {
    const text = `${noticeTitle(notice)}\n${noticeText(notice)}`;
    // Slack reads mentions and links between these signs.
    return { text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') };
  },
  teams(notice: Notice): object {
    const block = (text: string, more = {}) => ({ type: 'TextBlock', text, wrap: true, ...more });
    const lines = noticeText(notice).split('\n');
    const content = {
      ...{ type: 'AdaptiveCard', version: '1.4' },
      body: [block(noticeTitle(notice), { weight: 'Bolder' }), ...lines.map((line) => block(line))],
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content };
    return { type: 'message', attachments: [attachment] };
  },
} as const;
