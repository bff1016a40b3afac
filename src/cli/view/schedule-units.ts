import { pasted, variable } from '../../advice.ts';
import { say } from '../../say.ts';

export const SCHEDULERS = ['cron', 'systemd', 'launchd', 'schtasks', 'k8s'] as const;
export type Scheduler = (typeof SCHEDULERS)[number];

/** A daily job, with absolute paths. No word has line breaks or other characters that a terminal does not show. */
export interface ScheduledJob {
  /** The program and the words before its arguments. */
  readonly program: readonly string[];
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: string;
  readonly time: { readonly hour: number; readonly minute: number };
  readonly timeZone: string;
  readonly title: string;
  /** What a person should know: lines of comments. */
  readonly notes: readonly string[];
  /** The variables with secrets, if there are some, and a file that sets them. */
  readonly secrets: { readonly names: readonly string[]; readonly file: string } | null;
  /** Outermost folders of all files of the job. */
  readonly folders: readonly string[];
  readonly image: string;
}

/** The units by scheduler, as text. */
export const UNITS: Readonly<Record<Scheduler, (job: ScheduledJob) => string | Promise<string>>> = {
  cron: cronLine,
  systemd: systemdUnits,
  launchd: launchdPlist,
  schtasks: schtasksXml,
  k8s: cronJob,
};

const comments = ({ title, notes }: ScheduledJob, ...install: readonly string[]): string =>
  [title, ...notes, ...install].map((line) => `# ${line}\n`).join('');

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const timeText = ({ hour, minute }: ScheduledJob['time']): string =>
  `${twoDigits(hour)}:${twoDigits(minute)}`;

/** cron passes the line to `sh`, after it has replaced each `%` that is not escaped by a line break. */
function cronLine(job: ScheduledJob): string {
  const { program, words, variables, folder, time, secrets } = job;
  const set = Object.entries(variables).map(([name, value]) => `${variable(name, value, 'posix')} `);
  const read = secrets === null ? '' : `set -a && . ${pasted([secrets.file], 'posix')} && set +a && `;
  const line = `cd ${pasted([folder], 'posix')} && ${read}${set.join('')}${pasted([...program, ...words], 'posix')}`;
  const install = say().schedule.install({ how: 'crontab -e' });
  return `${comments(job, install)}${time.minute} ${time.hour} * * * ${line.replaceAll('%', '\\%')}\n`;
}

/** A word of a systemd unit: `%` begins a specifier, `$` a variable of a command. */
const systemdWord = (word: string): string => `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

function systemdUnits(job: ScheduledJob): string {
  const { program, words, variables, folder, user, time, title, secrets } = job;
  const [first, ...others] = [...program, ...words].map(systemdWord);
  const install = say().schedule.install({ how: 'systemctl enable --now trace-import.timer' });
  const percent = (text: string) => text.replaceAll('%', '%%');
  const set = Object.entries(variables).map(
    ([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}\n`,
  );
  return `# /etc/systemd/system/trace-import.service
${comments(job, install)}[Unit]
Description=${percent(title)}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=${percent(user)}
WorkingDirectory=${percent(folder)}
${set.join('')}${secrets === null ? '' : `EnvironmentFile=${percent(secrets.file)}\n`}ExecStart=${[first, ...others.map((word) => word.replaceAll('$', '$$$$'))].join(' ')}

# /etc/systemd/system/trace-import.timer
[Unit]
Description=${percent(title)}

[Timer]
OnCalendar=*-*-* ${timeText(time)}:00
Persistent=true

[Install]
WantedBy=timers.target
`;
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A comment, in which two hyphens must not be adjacent. */
const xmlComment = ({ title, notes }: ScheduledJob, how: string): string =>
  `<!--\n${[title, ...notes, say().schedule.install({ how })].join('\n').replace(/-(?=-)/g, '- ')}\n-->`;

function launchdPlist(job: ScheduledJob): string {
  const { program, words, variables, folder, time, secrets } = job;
  const reading = ['/bin/sh', '-c', 'set -a && . "$0" && set +a && exec "$@"'];
  const all = [...(secrets === null ? [] : [...reading, secrets.file]), ...program, ...words];
  const strings = (texts: readonly string[]) =>
    texts.map((text) => `    <string>${xml(text)}</string>\n`).join('');
  const set = Object.entries(variables).map(
    ([name, value]) => `    <key>${name}</key><string>${xml(value)}</string>\n`,
  );
  const how = 'launchctl load ~/Library/LaunchAgents/supply-trace.import.plist';
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
${xmlComment(job, how)}
<plist version="1.0">
<dict>
  <key>Label</key><string>supply-trace.import</string>
  <key>ProgramArguments</key>
  <array>
${strings(all)}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${set.join('')}  </dict>
  <key>WorkingDirectory</key><string>${xml(folder)}</string>
  <key>StandardErrorPath</key><string>${xml(`${folder}/trace-import.err`)}</string>
  <key>StartCalendarInterval</key>
  <dict><key>Hour</key><integer>${time.hour}</integer><key>Minute</key><integer>${time.minute}</integer></dict>
</dict>
</plist>
`;
}

/** A word of a Windows command line, as a program of C reads it: backslashes count only before a quote. */
const windowsWord = (word: string): string =>
  /^[^\s"]+$/.test(word) ? word : `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;

/** A task of the Task Scheduler. It has no variables: it runs as a user, with the variables and approvals of that user. */
function schtasksXml(job: ScheduledJob): string {
  const { program, words, folder, time } = job;
  const [first = '', ...others] = [...program, ...words];
  const how = 'schtasks /create /tn trace-import /xml trace-import.xml';
  return `<?xml version="1.0"?>
${xmlComment(job, how)}
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <CalendarTrigger>
      <StartBoundary>2026-01-01T${timeText(time)}:00</StartBoundary>
      <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>
    </CalendarTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>${xml(first)}</Command>
      <Arguments>${xml(others.map(windowsWord).join(' '))}</Arguments>
      <WorkingDirectory>${xml(folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`;
}

/** A CronJob whose image has trace as its entry point. The folders of this machine are volumes of a claim each. */
async function cronJob(job: ScheduledJob): Promise<string> {
  const { words, variables, folder, time, timeZone, secrets, folders, image } = job;
  const { stringify } = await import('yaml');
  const volumes = folders.map((path, at) => ({ name: `data-${at + 1}`, path }));
  const secret = (key: string) => ({ name: key, valueFrom: { secretKeyRef: { name: 'trace', key } } });
  const container = {
    ...{ name: 'trace', image, args: words, workingDir: folder },
    env: [
      ...Object.entries(variables).map(([name, value]) => ({ name, value })),
      ...(secrets?.names ?? []).map(secret),
    ],
    volumeMounts: volumes.map(({ name, path }) => ({ name, mountPath: path })),
  };
  const pod = {
    restartPolicy: 'Never',
    containers: [container],
    volumes: volumes.map(({ name }) => ({ name, persistentVolumeClaim: { claimName: `trace-${name}` } })),
  };
  const spec = {
    schedule: `${time.minute} ${time.hour} * * *`,
    timeZone,
    concurrencyPolicy: 'Forbid',
    jobTemplate: { spec: { backoffLimit: 0, template: { spec: pod } } },
  };
  const unit = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'trace-import' }, spec };
  return (
    comments(job, say().schedule.install({ how: 'kubectl apply -f trace-import.yaml' })) +
    stringify(unit, { lineWidth: 0 })
  );
}
