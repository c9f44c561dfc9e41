// The page reads what any caller may read and keeps nothing but the key, and that only until the tab is closed.
const EVERY_MS = 2000;
const SAMPLES = 150;
const WIDTH = 600;
const HEIGHT = 120;
const samples = [];
const at = id => document.getElementById(id);

async function read(path) {
  const key = sessionStorage.getItem('key');
  const response = await fetch(path, { headers: key === null ? {} : { 'X-API-Key': key }, cache: 'no-store' });
  if (response.status === 403) throw new Error('a key is needed');
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

/** Cells are texts, or pairs of a text and a class; nothing a server says is taken for markup. */
function fill(table, rows) {
  const body = at(table).tBodies[0];
  body.replaceChildren(
    ...rows.map(cells => {
      const row = document.createElement('tr');
      for (const cell of cells) {
        const [text, style] = Array.isArray(cell) ? cell : [cell];
        const data = row.insertCell();
        data.textContent = text ?? '–';
        if (style !== undefined) data.className = style;
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

function chart(id, series) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values.filter(Number.isFinite)));
  at(`${id}-most`).value = Math.round(most * 10) / 10;
  at(id).replaceChildren(
    ...series.map(({ values, style }) => {
      const from = SAMPLES - values.length;
      const points = values.flatMap((value, i) =>
        Number.isFinite(value)
          ? [`${((from + i) * WIDTH) / (SAMPLES - 1)},${HEIGHT - (value / most) * (HEIGHT - 4)}`]
          : []
      );
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
      line.setAttribute('points', points.join(' '));
      if (style !== undefined) line.setAttribute('class', style);
      return line;
    })
  );
}

const ms = value => (value === null || value === undefined ? '–' : String(Math.round(value * 10) / 10));

function sample(metrics) {
  const now = performance.now();
  const before = samples.at(-1);
  const total = metrics.requests.total;
  const rate = before === undefined ? 0 : Math.max(0, ((total - before.total) * 1000) / (now - before.now));
  samples.push({ now, total, rate, ...metrics.latency_ms });
  if (samples.length > SAMPLES) samples.shift();
  chart('rate', [{ values: samples.map(each => each.rate) }]);
  chart(
    'latency',
    ['p50', 'p95', 'p99'].map(style => ({ style, values: samples.map(each => each[style] ?? NaN) }))
  );
  return rate;
}

function show(health, { servers }, metrics, { rules, revision }) {
  at('status').textContent =
    `${health.status}, ${health.healthy_servers} of ${health.registered_servers} servers healthy`;
  at('status').className = health.status;
  at('reasons').replaceChildren(
    ...health.reasons.map(reason => Object.assign(document.createElement('li'), { textContent: reason }))
  );
  totals([
    ['Requests', metrics.requests.total],
    ['Per second', Math.round(sample(metrics) * 10) / 10],
    ['Retries', metrics.retries],
    ['Failovers', metrics.failovers],
    ['Ejections', metrics.ejections],
    ['Rules', revision]
  ]);
  const measured = new Map(metrics.servers.map(each => [each.name, each]));
  fill(
    'servers',
    servers.map(({ name, status, last_error }) => {
      const of = measured.get(name);
      const { p50, p95, p99 } = of?.latency_ms ?? {};
      return [name, [status, status], of?.attempts, of?.pending, ms(p50), ms(p95), ms(p99), of?.ejections, last_error];
    })
  );
  fill(
    'failures',
    metrics.recent_failures.map(each => [
      new Date(each.at).toLocaleTimeString(),
      each.server,
      each.method,
      [each.outcome, 'unhealthy'],
      each.attempts
    ])
  );
  fill(
    'rules',
    rules.map(each => [
      each.priority,
      each.id,
      each.servers?.join(', ') ?? each.capability ?? 'all that fit',
      each.choice,
      `${each.file}:${each.line}`
    ])
  );
}

async function refresh() {
  try {
    show(...(await Promise.all(['/health', '/servers', '/metrics', '/rules'].map(read))));
    at('key').hidden = true;
  } catch (error) {
    at('status').textContent = error.message;
    at('status').className = 'unhealthy';
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
