// The page reads what any caller may read and keeps nothing but the key, and that only until the tab is closed.
import { chart, minutesOf, MOST_SAMPLES } from './chart.js';

const EVERY_MS = 2000;
const PERCENTILES = ['p50', 'p95', 'p99'];
const samples = [];
const at = id => document.getElementById(id);

async function read(path) {
  const key = sessionStorage.getItem('key');
  const response = await fetch(path, { headers: key === null ? {} : { 'X-API-Key': key }, cache: 'no-store' });
  if (response.status === 403) throw new Error('a key is needed');
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

/** Cells are numbers, texts, or pairs of a text and a class; nothing a server says is taken for markup. */
function fill(table, rows, none) {
  const body = at(table).tBodies[0];
  if (rows.length === 0) {
    const cell = Object.assign(document.createElement('td'), { textContent: none, className: 'none' });
    cell.colSpan = at(table).tHead.rows[0].cells.length;
    const row = document.createElement('tr');
    row.append(cell);
    return body.replaceChildren(row);
  }
  body.replaceChildren(
    ...rows.map(cells => {
      const row = document.createElement('tr');
      for (const cell of cells) {
        const [text, style] = Array.isArray(cell) ? cell : [cell];
        const data = row.insertCell();
        data.textContent = text ?? '–';
        data.className = style ?? (typeof cell === 'number' ? 'number' : '');
      }
      return row;
    })
  );
}

function totals(entries) {
  at('totals').replaceChildren(
    ...entries.map(([name, value]) => {
      const group = document.createElement('div');
      const [term, data] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      data.textContent = value;
      group.append(term, data);
      return group;
    })
  );
}

const ms = value => [value === null || value === undefined ? '–' : String(Math.round(value * 10) / 10), 'number'];

function sample(metrics) {
  const now = performance.now();
  const before = samples.at(-1);
  const total = metrics.requests.total;
  // The first one has nothing to be compared with.
  const rate = before === undefined ? NaN : Math.max(0, ((total - before.total) * 1000) / (now - before.now));
  samples.push({ now, total, rate, ...metrics.latency_ms });
  if (samples.length > MOST_SAMPLES) samples.shift();
  chart('rate', [{ values: samples.map(each => each.rate) }]);
  chart(
    'latency',
    PERCENTILES.map(style => ({ style, values: samples.map(each => each[style] ?? NaN) }))
  );
  for (const name of PERCENTILES) at(name).value = ms(metrics.latency_ms[name])[0];
  const minutes = minutesOf(samples.length, EVERY_MS);
  for (const output of document.querySelectorAll('.minutes'))
    output.value = minutes === 1 ? 'minute' : `${minutes} minutes`;
  return Number.isNaN(rate) ? '–' : Math.round(rate * 10) / 10;
}

function show(health, { servers }, metrics, { rules, revision }) {
  at('status').textContent =
    `${health.status}, ${health.healthy_servers} of ${health.registered_servers} servers healthy`;
  at('status').className = `badge ${health.status}`;
  at('reasons').replaceChildren(
    ...health.reasons.map(reason => Object.assign(document.createElement('li'), { textContent: reason }))
  );
  totals([
    ['Requests', metrics.requests.total],
    ['Per second', sample(metrics)],
    ['Retries', metrics.retries],
    ['Failovers', metrics.failovers],
    ['Ejections', metrics.ejections]
  ]);
  at('revision').value = revision;
  const measured = new Map(metrics.servers.map(each => [each.name, each]));
  fill(
    'servers',
    servers.map(({ name, status, last_error }) => {
      const of = measured.get(name);
      const { p50, p95, p99 } = of?.latency_ms ?? {};
      return [name, [status, status], of?.attempts, of?.pending, ms(p50), ms(p95), ms(p99), of?.ejections, last_error];
    }),
    'No server has registered.'
  );
  fill(
    'failures',
    metrics.recent_failures.map(each => [
      new Date(each.at).toLocaleTimeString(),
      each.server,
      each.method,
      [each.outcome, 'unhealthy'],
      each.attempts
    ]),
    'None since the start.'
  );
  fill(
    'rules',
    rules.map(each => [
      each.priority,
      each.id,
      each.servers?.join(', ') ?? each.capability ?? 'all that fit',
      each.choice,
      `${each.file}:${each.line}`
    ]),
    'None: servers take turns.'
  );
}

async function refresh() {
  try {
    show(...(await Promise.all(['/health', '/servers', '/metrics', '/rules'].map(read))));
    at('key').hidden = true;
  } catch (error) {
    at('status').textContent = error.message;
    at('status').className = 'badge unhealthy';
    at('key').hidden = error.message !== 'a key is needed';
  }
  setTimeout(refresh, EVERY_MS);
}

at('key').addEventListener('submit', event => {
  event.preventDefault();
  sessionStorage.setItem('key', at('secret').value);
  at('secret').value = '';
});

void refresh();
