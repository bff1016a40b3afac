import type { Command } from 'commander';
import type { Session } from '../command.ts';
import { helpTail } from '../flags/help.ts';
import { defineUpdate } from './update.ts';

export function define(command: Command, session: Session): void {
  defineUpdate(command, session, 'purchased-item');
  helpTail(command, ['trace purchased-items update changes.xlsx']);
}
