import type { Action, Delivery, Effect, Phase, Step, Write } from './delivery.ts';
import { type Ended, inDoubtEnding } from './endings.ts';

export function step(state: Delivery, phase: Phase, action: Action): Step {
  return { state: { ...state, phase }, effects: [], action };
}

export function write(state: Delivery, phase: Phase, write: Write): Step {
  return step(state, phase, { type: 'write', write });
}

export function pause(state: Delivery, phase: Phase, ms: number): Step {
  return step(state, phase, { type: 'pause', ms });
}

/** A step with effects before its own. */
export function withEffects(effects: readonly Effect[], { state, action, ...rest }: Step): Step {
  return { state, action, effects: [...effects, ...rest.effects] };
}

/** `references`: a record in doubt was not blocked with others of its kind, so what it refers to is checked now. */
export function check(state: Delivery, references: boolean): Step {
  return step(state, { name: 'checking' }, { type: 'check', references });
}

export function takeTurn(state: Delivery): Step {
  return step(state, { name: 'waiting-for-turn' }, { type: 'take-turn' });
}

export function sendAgain(state: Delivery): Step {
  return state.checked ? takeTurn(state) : check(state, true);
}

/** The run stopped: the record stays open, or in doubt when an earlier attempt may have got in. */
export function stopped(state: Delivery): Step {
  if (state.inDoubt) return stayInDoubt(state, 'the run stopped before it was sent again', 'resume');
  return step(state, { name: 'ended', outcome: null }, { type: 'none' });
}

export function stayInDoubt(
  state: Delivery,
  why: string,
  command: 'resume' | 'resolve',
  read: string | null = null,
): Step {
  return settled(state, inDoubtEnding(state, why, command), read);
}

export function settled(state: Delivery, ending: Ended, read: string | null = null): Step {
  return writeEnd(state, { type: 'settled', ending, read });
}

export function writeEnd(state: Delivery, end: Extract<Write, { type: 'ended' | 'settled' }>): Step {
  return write(state, { name: 'recording-end', ending: end.ending }, end);
}

export function readBackEvent({ record, attempt }: Delivery, waitMs: number, reason: string): Effect {
  const { kind, key } = record;
  return { type: 'emit', event: { type: 'reading-back', kind: kind.name, key, attempt, waitMs, reason } };
}
