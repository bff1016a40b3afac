/** The script of the pages: it replaces what is live, sends files that are dropped, and says what happens. Without it, pages are still. */
export const SCRIPT = `'use strict';
const said = document.getElementById('said');
const live = document.querySelector('[data-live]');
if (live) {
  const events = new EventSource(live.dataset.live);
  events.addEventListener('part', ({ data }) => {
    const { activeElement } = document;
    const at = live.contains(activeElement) ? activeElement.getAttribute('href') : null;
    live.innerHTML = data;
    if (at) live.querySelector('a[href="' + CSS.escape(at) + '"]')?.focus();
  });
  events.addEventListener('said', ({ data }) => { said.textContent = data; });
  events.addEventListener('ended', () => { events.close(); location.reload(); });
  events.addEventListener('error', () => { said.textContent = live.dataset.lost; });
  events.addEventListener('open', () => { said.textContent = ''; });
}
for (const form of document.querySelectorAll('form[data-busy]'))
  form.addEventListener('submit', (event) => {
    const files = [...(form.querySelector('[type=file]')?.files ?? [])];
    const isOver = files.reduce((sum, { size }) => sum + size, 0) > Number(form.dataset.most ?? Infinity);
    if (isOver) event.preventDefault();
    said.textContent = isOver ? form.dataset.over : form.dataset.busy;
  });
const drop = document.querySelector('.drop');
if (drop)
  for (const type of ['dragover', 'dragleave', 'drop'])
    document.addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      const files = type === 'drop' ? event.dataTransfer.files : [];
      if (files.length === 0) return;
      drop.querySelector('[type=file]').files = files;
      drop.requestSubmit();
    });
`;
