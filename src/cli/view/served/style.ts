import { STYLE as RUN_STYLE } from '../run-page/style.ts';

/** The style sheet of pages that no file has. */
export const STYLE = `${RUN_STYLE}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
input,button{font:inherit;color:inherit;max-width:100%}
button{padding:6px 18px;border:1px solid var(--green);border-radius:4px;background:var(--good)}
form p{margin:0 0 12px}label{display:block;font-weight:600;margin:0 0 4px}
.drop{border:2px dashed var(--rule);border-radius:6px;padding:20px}.drop.over{border-color:var(--green);background:var(--good)}
progress{width:100%;height:16px;accent-color:var(--green)}`;
