import type { Messages } from './messages.ts';

declare const messages: Messages;
export default messages;
