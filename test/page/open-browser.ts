import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { browser } from './browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: messages of the browser
type Message = any;

/** A window of a real browser, which a test uses as a person does. */
export interface Window {
  /** Calls a method of the Chrome DevTools Protocol. */
  send(method: string, params?: object): Promise<Message>;
  /** The next event with this name, from now on. */
  next(event: string): Promise<Message>;
  /** The value of an expression in the page; a promise is awaited. */
  value<T = string>(expression: string): Promise<T>;
  /** Waits until an expression in the page is true. */
  until(expression: string): Promise<void>;
  /** Presses a key and releases it. */
  press(key: 'Tab' | 'Enter'): Promise<void>;
  /** Opens an address, and waits until it is loaded. */
  open(address: string): Promise<void>;
}

/** Opens a browser without a display; it is closed after the test. */
export async function openBrowser(width = 390): Promise<Window> {
  const profile = await folderWith();
  const child = spawn(browser!, [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
    ...[`--user-data-dir=${profile}`, 'about:blank'],
  ]);
  const closed = new Promise((done) => child.once('close', done));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let address = '';
  for await (const line of createInterface(child.stderr)) {
    address = /^DevTools listening on (\S+)$/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  child.stderr.resume();
  const socket = new WebSocket(address);
  await new Promise((done) => socket.addEventListener('open', done, { once: true }));
  const calls = new Map<number, PromiseWithResolvers<Message>>();
  const waiting = new Map<string, PromiseWithResolvers<Message>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data));
    if (id === undefined) {
      waiting.get(method)?.resolve(params);
      waiting.delete(method);
    } else if (error) calls.get(id)?.reject(new Error(error.message));
    else calls.get(id)?.resolve(result);
  });
  let last = 0;
  const call = (method: string, params: object, sessionId?: string): Promise<Message> => {
    const answer = Promise.withResolvers<Message>();
    calls.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return answer.promise;
  };
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params: object = {}) => call(method, params, sessionId);
  const next = (event: string) => {
    const awaited = waiting.get(event) ?? Promise.withResolvers<Message>();
    waiting.set(event, awaited);
    return awaited.promise;
  };
  for (const domain of ['Page', 'Runtime', 'DOM', 'Accessibility']) await send(`${domain}.enable`);
  const screen = { width, height: 900, deviceScaleFactor: 1, mobile: false };
  await send('Emulation.setDeviceMetricsOverride', screen);
  const value = async (expression: string) => {
    const answer = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', answer);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };
  const codes = { Tab: 9, Enter: 13 } as const;
  return {
    ...{ send, next, value },
    until: (expression) =>
      value(
        `new Promise((done) => { const look = () => { if (${expression}) done(); }; new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true }); look(); })`,
      ),
    async press(key) {
      const text = key === 'Enter' ? '\r' : undefined;
      const shared = { key, code: key, windowsVirtualKeyCode: codes[key] };
      await send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...shared, text });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...shared });
    },
    async open(to) {
      const loaded = next('Page.loadEventFired');
      await send('Page.navigate', { url: to });
      await loaded;
    },
  };
}

/** Roles that a person acts on or moves by: each needs a name. */
const NAMED = new Set(
  'link button textbox heading table navigation progressbar region columnheader RootWebArea'.split(' '),
);

/** What a screen reader gets: each role with its name, and what is wrong with it. */
export async function spoken({ send }: Window): Promise<{ nodes: string[]; faults: string[] }> {
  const { nodes } = await send('Accessibility.getFullAXTree');
  const shown = nodes.filter(({ ignored }: Message) => !ignored);
  const described = shown.map(({ role, name }: Message) => `${role.value}: ${name?.value ?? ''}`);
  const faults = described.filter((text: string) => {
    const [role, name] = text.split(': ');
    return NAMED.has(role!) && name === '';
  });
  const levels = shown.flatMap(({ role, properties }: Message) =>
    role.value === 'heading' ? [properties.find(({ name }: Message) => name === 'level').value.value] : [],
  );
  for (const [at, level] of levels.entries())
    if (level > (levels[at - 1] ?? 0) + 1) faults.push(`heading ${at} has level ${level}`);
  return { nodes: described, faults };
}
