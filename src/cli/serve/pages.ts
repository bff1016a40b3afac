import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Writable } from 'node:stream';
import type { Environment } from '../../config/environment.ts';
import { type Context, write } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import { expectedError } from '../../expected-error.ts';
import { reportedFinding, reportParts } from '../../import/report/report-parts.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { Ledger, type RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import { VERSION } from '../../version.ts';
import type { Session } from '../command.ts';
import type { EnvironmentOptions } from '../flags/input-flags.ts';
import { foundRun, openLedger, placeFlagsOf } from '../run/earlier-run.ts';
import { isActive, runHead } from '../run/run-head.ts';
import { runPage } from '../view/run-page/run-page.ts';
import type { RunRow as ListedRun } from '../view/runs-view.ts';
import { findingRows, jobTable, progressPart, runFacts, runTable } from '../view/served/lists.ts';
import * as view from '../view/served/page.ts';
import type { CheckedUpload } from './check-upload.ts';
import { Followed, type Live } from './followed.ts';
import { SCRIPT } from './script.ts';
import { type Answer, downloaded, HEADERS, type Visit } from './server.ts';

/** Most megabytes of the files that are checked together. */
const UPLOAD_MB = 64;
const RUNS_SHOWN = 50;
const FINDINGS_SHOWN = 500;
/** Checks whose results stay in memory. */
const CHECKS_KEPT = 5;
/** Pauses between two readings of what is live, in milliseconds. A memory is on another machine. */
const LEDGER_MS = 1000;
const MEMORY_MS = 5000;

/** The pages of `trace serve`. They read the ledger, and never write to it. */
export class Pages {
  readonly #site: view.Site;
  readonly #environment: Environment;
  readonly #options: EnvironmentOptions;
  readonly #session: Session;
  readonly #followed = new Map<string, Followed>();
  readonly #checks = new Map<string, CheckedUpload>();
  /** Runs by their id and end: a run that has ended stays the same until it is resumed. */
  readonly #ended = new Map<string, ListedRun>();
  /** The inode of the ledger that was checked for damage. */
  #soundLedger: number | null = null;
  /** Checks and studies need memory: one is made after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(site: view.Site, environment: Environment, options: EnvironmentOptions, session: Session) {
    this.#site = site;
    this.#environment = environment;
    this.#options = options;
    this.#session = session;
  }

  /** Answers a request; an error is a page, too. Null if the response is written later. */
  async answer(visit: Visit): Promise<Answer | null> {
    const errorPage = async (status: number, message: string, hint?: string) => ({
      status,
      body: await view.errorPage(this.#site, message, hint),
    });
    try {
      const answered = await this.#answer(visit);
      if (answered === undefined) return await errorPage(404, say().serve.noPage());
      return typeof answered === 'string' ? { body: answered } : answered;
    } catch (error) {
      visit.gone.throwIfAborted();
      const expected = await expectedError(error);
      if (expected instanceof TraceError) return errorPage(400, expected.message, expected.hint);
      await write(this.#session.context.stderr, `${(error as Error).stack ?? error}\n`);
      return errorPage(500, say().ending.bug({ version: VERSION }));
    }
  }

  /** A page as text, another answer, or undefined without such a page. */
  async #answer(visit: Visit): Promise<string | Answer | null | undefined> {
    const [place = '', id = '', more] = visit.path.split('/');
    if (visit.request.method === 'POST') return visit.path === 'check' ? this.#check(visit) : undefined;
    if (place === 'live') return this.#follow(visit, more ?? id);
    if (place === 'runs' && id !== '') return this.#run(id, more, visit.query);
    if (place === 'checks') return this.#checked(id, more);
    switch (visit.path) {
      case '':
        return this.#live('runs', '', say().serve.runs(), await this.#runs());
      case 'page.js':
        return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: SCRIPT };
      case 'check':
        return view.checkPage(this.#site, UPLOAD_MB);
      case 'studies':
        return view.studiesPage(this.#site, this.#environment.name);
      case 'studies/page':
        return this.#studies(visit);
      case 'jobs':
        return this.#live('jobs', 'jobs', say().serve.jobs(), await this.#jobs());
    }
    return undefined;
  }

  /** Opens the ledger to read it. It is checked for damage as by other commands, but only once. */
  async #ledger(): Promise<Ledger> {
    const { ledger: path } = stateFiles(this.#environment.stateDir.value);
    const inode = (await stat(path).catch(() => null))?.ino ?? null;
    if (inode !== null && inode === this.#soundLedger) return Ledger.reading(path);
    const ledger = await openLedger(this.#options, this.#session.context);
    this.#soundLedger = inode;
    return ledger;
  }

  async #runs(): Promise<string> {
    using ledger = await this.#ledger();
    const runs = ledger.runs.list(RUNS_SHOWN).map((run) => {
      const name = `${run.id} ${run.finishedAt}`;
      const head = this.#ended.get(name) ?? runHead(ledger, run);
      if (run.finishedAt !== null) this.#ended.set(name, head);
      return head;
    });
    return runTable(runs, this.#site.root);
  }

  async #run(id: string, more: string | undefined, query: URLSearchParams): Promise<string | undefined> {
    using ledger = await this.#ledger();
    const run = foundRun(ledger, id, placeFlagsOf(this.#options));
    if (more === 'findings') return this.#findings(ledger, run, Number(query.get('from')) || 0);
    if (more !== undefined) return undefined;
    const { root } = this.#site;
    const findings = [`${root}/runs/${run.id}/findings`, say().serve.byRow()] as const;
    if (isActive(ledger, run)) {
      const title = say().runPage.title({ run: run.id });
      const { part } = progressOf(ledger, run);
      return this.#live(`runs/${run.id}`, '', title, part, runFacts(run) + view.linkList([findings]));
    }
    const studies = [`${root}/studies/page?run=${run.id}`, say().serve.studiesOfRun()] as const;
    const after = [['more', say().serve.pagesOfRun(), view.linkList([findings, studies])]] as const;
    const page = runPage(reportParts(ledger, run), { ...view.servedAs(this.#site, ''), after });
    return (await Array.fromAsync(page)).join('');
  }

  #findings(ledger: Ledger, { run, id }: RunRow, from: number): Promise<string> {
    const rows = ledger
      .history(run)
      .findingsFrom(from, FINDINGS_SHOWN + 1)
      .map(reportedFinding);
    const page = `${this.#site.root}/runs/${id}`;
    const links: [to: string, words: string][] = [[page, say().runPage.title({ run: id })]];
    const before = Math.max(from - FINDINGS_SHOWN, 0);
    if (from > 0) links.push([`${page}/findings?from=${before}`, say().serve.previous()]);
    const shown = rows.splice(0, FINDINGS_SHOWN);
    if (rows.length > 0)
      links.push([`${page}/findings?from=${from + FINDINGS_SHOWN}`, say().serve.following()]);
    const title = say().serve.findingsOf({ run: id });
    const list = `<div class="texts">${findingRows(shown, from)}</div>\n`;
    return view.servedPage(this.#site, '', title, list + view.linkList(links));
  }

  /** A page with a part that the browser follows at `live/OF`. */
  #live(of: string, place: view.PlaceName, title: string, part: string, below = ''): Promise<string> {
    const live = view.livePart(`${this.#site.root}/live/${of}`, part);
    return view.servedPage(this.#site, place, title, `<div class="texts">${live}</div>\n${below}`);
  }

  #follow({ path, response }: Visit, of: string): null {
    const read: () => Promise<Live> =
      of === 'runs'
        ? async () => ({ part: await this.#runs() })
        : of === 'jobs'
          ? async () => ({ part: await this.#jobs() })
          : async () => {
              using ledger = await this.#ledger();
              const run = foundRun(ledger, of);
              return { ...progressOf(ledger, run), ended: !isActive(ledger, run) };
            };
    const followed = this.#followed.get(path) ?? new Followed(this.#session.context.signal);
    this.#followed.set(path, followed);
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    followed.follow(response, read, of === 'jobs' ? MEMORY_MS : LEDGER_MS);
    return null;
  }

  async #jobs(): Promise<string> {
    const { withJobs } = await import('../run/open-jobs.ts');
    const { listedJobs } = await import('../commands/jobs.ts');
    return withJobs(this.#options, this.#session, async (jobs) =>
      jobTable(await listedJobs(jobs, await jobs.list())),
    );
  }

  async #check({ request, gone }: Visit): Promise<Answer> {
    const { checkUpload, uploadsOf } = await import('./check-upload.ts');
    const uploads = await uploadsOf(request, UPLOAD_MB);
    const id = randomBytes(9).toString('base64url');
    const location = `${this.#site.root}/checks/${id}`;
    const page = { site: this.#site, address: location };
    const checked = await this.#inTurn(gone, (context) => checkUpload(uploads, this.#options, page, context));
    this.#checks.set(id, checked);
    for (const oldest of [...this.#checks.keys()].slice(0, -CHECKS_KEPT)) this.#checks.delete(oldest);
    return { status: 303, headers: { location }, body: '' };
  }

  #checked(id: string, copy: string | undefined): Answer | undefined {
    const checked = this.#checks.get(id);
    if (checked === undefined) throw usage('check-gone', say().serve.gone(), say().serve.goneHow());
    if (copy === undefined) return { body: checked.page };
    const file = checked.copies[Number(copy)];
    return file && { headers: downloaded(file.name), body: file.bytes };
  }

  async #studies({ query, gone }: Visit): Promise<Answer> {
    const { studiesDocument } = await import('./studies-document.ts');
    const body = await this.#inTurn(gone, (context) =>
      studiesDocument(query, this.#options, view.servedAs(this.#site, 'studies'), context),
    );
    return { body };
  }

  /** Does work without output after the work before it. It ends when the browser has gone. */
  #inTurn<Result>(gone: AbortSignal, work: (context: Context) => Promise<Result>): Promise<Result> {
    const { env, cwd, now, stdin, signal } = this.#session.context;
    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const context = {
      ...{ env, cwd, now, stdin, stdout: nowhere(), stderr: nowhere(), isTTY: false, canAnswer: false },
      signal: AbortSignal.any([signal, gone]),
    };
    const done = this.#work.then(() => work(context));
    this.#work = done.catch(() => {});
    return done;
  }
}

/** How far a run is; nothing before it is planned. */
function progressOf(ledger: Ledger, { run, stage }: RunRow): Live {
  const counts = stage === 'planned' ? ledger.history(run).progress() : [];
  return progressPart(new Map(counts.map(({ outcome, count }) => [outcome, count])));
}
