import type { Explanations } from './messages.ts';

declare const messages: Explanations;
export default messages;
