import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type ScheduledJob, UNITS } from '../../../src/cli/view/schedule-units.ts';

const PATHS = ['/srv/a b/100%.csv', "/srv/it's $HOME.csv", '/srv/"x" & <y>.csv', '/srv/plain.csv'];
const JOB: ScheduledJob = {
  program: ['/opt/node 24/node', '/opt/trace.js'],
  words: ['import', ...PATHS, '--env', 'sandbox'],
  variables: { TRACE_APPROVED: 'f00d' },
  folder: '/tmp',
  user: 'erp',
  time: { hour: 3, minute: 5 },
  timeZone: 'Europe/Paris',
  title: 'trace import',
  notes: ['only --yes sends'],
  secrets: null,
  folders: ['/srv', '/tmp'],
  image: 'supply-trace:1',
};
const WITH_SECRETS = { ...JOB, secrets: { names: ['ERP_TOKEN'], file: '/srv/a b/trace.env' } };
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!;
const unxml = (text: string) =>
  text.replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as 'lt']);

describe('the units of a schedule name each word so that the scheduler passes it on as it is', () => {
  it.skipIf(process.platform === 'win32')(
    'cron: the shell gets the words, after cron has read the signs %',
    async () => {
      const line = lastLine(await UNITS.cron(JOB));
      expect(line).toMatch(/^5 3 \* \* \* cd \/tmp && TRACE_APPROVED=f00d /);
      expect(line.replaceAll('\\%', '')).not.toContain('%');
      const shell = line.replace(/^(\S+ ){5}/, '').replaceAll('\\%', '%');
      const echoed = spawnSync('/bin/sh', ['-c', shell.replace('"/opt/node 24/node"', 'printf "%s\\n"')]);
      expect(String(echoed.stdout).trimEnd().split('\n')).toEqual(['/opt/trace.js', ...JOB.words]);
      expect(lastLine(await UNITS.cron(WITH_SECRETS))).toContain(
        'set -a && . "/srv/a b/trace.env" && set +a && ',
      );
    },
  );

  it('systemd: percent signs, dollars and quotes are escaped', async () => {
    const text = await UNITS.systemd(WITH_SECRETS);
    const [, start = ''] = /^ExecStart=(.*)$/m.exec(text)!;
    const words = [...start.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, word]) =>
      word!.replaceAll('%%', '%').replaceAll('$$', '$').replace(/\\(.)/g, '$1'),
    );
    expect(words).toEqual([...JOB.program, ...JOB.words]);
    expect(start.replaceAll('%%', '').replaceAll('$$', '')).not.toMatch(/[%$]/);
    expect(text).toContain('\nEnvironmentFile=/srv/a b/trace.env\n');
    expect(text).toContain('\nOnCalendar=*-*-* 03:05:00\n');
  });

  it('launchd: each word is a string; a file sets the variable of the token', async () => {
    const strings = (text: string) =>
      [...text.matchAll(/^ {4}<string>(.*)<\/string>$/gm)].map(([, one]) => unxml(one!));
    expect(strings(await UNITS.launchd(JOB))).toEqual([...JOB.program, ...JOB.words]);
    const reading = ['/bin/sh', '-c', 'set -a && . "$0" && set +a && exec "$@"', '/srv/a b/trace.env'];
    expect(strings(await UNITS.launchd(WITH_SECRETS)).slice(0, 5)).toEqual([...reading, JOB.program[0]]);
    const [, comment] = /<!--([\s\S]*?)-->/.exec(await UNITS.launchd(JOB))!;
    expect(comment).not.toContain('--');
  });

  it('schtasks: the arguments are quoted as Windows programs read them', async () => {
    const job = { ...JOB, words: ['C:\\My files\\', 'say "hi"', 'C:\\plain\\'] };
    const [, line] = /<Arguments>(.*)<\/Arguments>/.exec(await UNITS.schtasks(job))!;
    expect(unxml(line!)).toBe('/opt/trace.js "C:\\My files\\\\" "say \\"hi\\"" C:\\plain\\');
  });

  it('Kubernetes: a CronJob that never runs twice at once, with the token of a secret', async () => {
    const document = parseDocument(await UNITS.k8s(WITH_SECRETS));
    expect(document.errors).toEqual([]);
    const { spec } = document.toJS();
    expect(spec).toMatchObject({
      schedule: '5 3 * * *',
      timeZone: 'Europe/Paris',
      concurrencyPolicy: 'Forbid',
    });
    const [container] = spec.jobTemplate.spec.template.spec.containers;
    expect(container.args).toEqual(JOB.words);
    expect(container.env.at(-1)).toEqual({
      name: 'ERP_TOKEN',
      valueFrom: { secretKeyRef: { name: 'trace', key: 'ERP_TOKEN' } },
    });
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
      '/srv',
      '/tmp',
    ]);
  });
});
