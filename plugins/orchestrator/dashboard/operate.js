// What the page asks of the orchestrator, and the buttons that ask it.
const at = id => document.getElementById(id);

const say = text => (at('done').textContent = text);

/** Asks an endpoint with the key of this tab; throws what an operator can act on. */
export async function ask(method, path, body) {
  const key = sessionStorage.getItem('key');
  const headers = {
    ...(key === null ? {} : { 'X-API-Key': key }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' })
  };
  const response = await fetch(path, {
    method,
    headers,
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  });
  if (response.status === 403 && method === 'GET') throw new Error('a key is needed');
  if (!response.ok) {
    const { message } = await response.json().catch(() => ({}));
    throw new Error(message ?? `${path} answers ${response.status}`);
  }
  return response.status === 204 ? undefined : response.json();
}

/** A button that says what became of what it did. `name` is what it is called for those who do not see its row. */
export function button(name, text, work) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  made.setAttribute('aria-label', name);
  made.addEventListener('click', () => {
    void Promise.resolve(work()).then(
      came => came !== false && say(`${name}: done`),
      error => say(`${name}: ${error.message}`)
    );
  });
  return made;
}

/** Draws the page anew, and leaves the keyboard where it was. */
export function withFocus(draw) {
  const name = document.activeElement?.getAttribute('aria-label');
  const { scrollX, scrollY } = window;
  draw();
  if (name === null || name === undefined) return;
  for (const each of document.querySelectorAll('button[aria-label]'))
    if (each.getAttribute('aria-label') === name) each.focus({ preventScroll: true });
  window.scrollTo(scrollX, scrollY);
}
