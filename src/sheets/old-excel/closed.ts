import { registerHooks } from 'node:module';

/** Globals of the network, and members of `process` that reach modules of Node, other processes, or a debugger. */
const GLOBALS = ['fetch', 'WebSocket', 'EventSource'];
const PROCESS_MEMBERS = ['getBuiltinModule', 'binding', '_linkedBinding', 'kill', '_kill', '_debugProcess'];

type Members = Record<string, unknown>;

/**
 * Denies the network, threads and all modules of Node to code that this process loads after the call. The permission flags of
 * Node 24 restrict neither the network nor threads (those of Node 25 restrict the network).
 */
export function restrictProcess(): void {
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      return found.url.startsWith('node:') ? throwDenied(name) : found;
    },
  });
  for (const name of GLOBALS) denyMember(globalThis as Members, name);
  for (const name of PROCESS_MEMBERS) denyMember(process as unknown as Members, name);
  // Standard output may be a socket, and new sockets could be created from its class.
  for (const one of [process.stdout, (process.stdout as { _handle?: object })._handle])
    for (const name of ['connect', 'bind', 'listen', 'open'])
      if (one) denyMember(Object.getPrototypeOf(one) as Members, name);
}

function throwDenied(name: string): never {
  throw Object.assign(new Error(`${name} is denied`), { code: 'ERR_ACCESS_DENIED' });
}

function denyMember(members: Members, name: string): void {
  if (!(name in members)) return;
  const value = function closed() {
    throwDenied(name);
  };
  Object.defineProperty(members, name, { value, configurable: false, writable: false });
}
