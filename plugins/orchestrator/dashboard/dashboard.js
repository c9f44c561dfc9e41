// The page reads what any caller may read and keeps nothing but the key, and that only until the tab is closed.
import { ask, button, withFocus } from './operate.js';
import { chart, minutesOf, MOST_SAMPLES } from './chart.js';

const EVERY_MS = 2000;
const PERCENTILES = ['p50', 'p95', 'p99'];
/** Heading and columns by table; a column of numbers begins with #. */
const TABLES = {
  servers: 'Servers: Name, Status, #Attempts, #Pending, #p50, #p95, #p99, #Ejections, Last error, Do',
  tools: 'Tools: Server, Tool, Description, #Answered, #Failed, #p50, #p95, #p99, Do',
  callers: 'Quotas: Key, #Left, #Per minute, #At once, #Most at once, #Refused',
  failures: 'Recent failures: Time, Server, Method, Outcome, Reason, #Attempts',
  rules: 'Rules: #Priority, Rule, Sends to, Choice, File'
};
const samples = [];
const at = id => document.getElementById(id);

const read = path => ask('GET', path);

/** Fills the sections that the page leaves to tables. */
for (const [name, described] of Object.entries(TABLES)) {
  const [title, columns] = described.split(': ');
  const template = at('table').content.cloneNode(true);
  const heading = Object.assign(template.querySelector('h2'), { id: `${name}-title` });
  heading.prepend(`${title} `);
  template.querySelector('table').id = name;
  template.querySelector('[role]').setAttribute('aria-labelledby', heading.id);
  for (const column of columns.split(', ')) {
    const cell = Object.assign(document.createElement('th'), { textContent: column.replace('#', '') });
    if (column.startsWith('#')) cell.className = 'number';
    template.querySelector('thead tr').append(cell);
  }
  const section = at(`${name}-section`);
  section.setAttribute('aria-labelledby', heading.id);
  section.append(template);
}

/** Cells are numbers, texts, pairs of a text and a class, or lists of buttons; nothing a server says is taken for markup. */
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
        const data = row.insertCell();
        if (cell?.buttons !== undefined) {
          data.append(...cell.buttons);
          continue;
        }
        const [text, style] = Array.isArray(cell) ? cell : [cell];
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

const path = name => `/servers/${encodeURIComponent(name)}`;

function serverButtons(name, state) {
  const change = state === 'draining' ? ['Activate', 'active'] : ['Drain', 'draining'];
  return [
    button(`${change[0]} ${name}`, change[0], () => ask('PATCH', path(name), { state: change[1] })),
    button(`Remove ${name}`, 'Remove', () => confirm(`Remove ${name}?`) && ask('DELETE', path(name)))
  ];
}

/** What is said of a tool, in words, and how that looks. */
function verdict({ blocked, changed, suspicion }) {
  const said = [
    changed && 'changed',
    ['medium', 'high'].includes(suspicion.level) && `suspicious (${suspicion.rules})`
  ];
  const words = said.filter(Boolean).join(', ');
  if (words === '') return ['as first seen', ''];
  return blocked === null ? [words, 'degraded'] : [`${words}: blocked`, 'unhealthy'];
}

function toolRows({ name: server, tools }) {
  return (tools ?? []).map(tool => {
    const { ok = 0, tool_error: wrong = 0, ...others } = tool.outcomes ?? {};
    const failed = Object.values(others).reduce((sum, n) => sum + n, wrong);
    const accept = () => ask('PATCH', path(server), { accept_tools: true });
    const buttons = tool.changed ? [button(`Accept tools of ${server} (${tool.name})`, 'Accept', accept)] : [];
    const { p50, p95, p99 } = tool.latency_ms ?? {};
    return [server, tool.name, verdict(tool), ok, failed, ms(p50), ms(p95), ms(p99), { buttons }];
  });
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
  at('rules-title').lastElementChild.textContent = `revision ${revision}`;
  const measured = new Map(metrics.servers.map(each => [each.name, each]));
  fill(
    'servers',
    servers.map(({ name, status, state, last_error }) => {
      const of = measured.get(name);
      const { p50, p95, p99 } = of?.latency_ms ?? {};
      const shown = state === 'draining' ? [`${status}, draining`, 'degraded'] : [status, status];
      const figures = [of?.attempts, of?.pending, ms(p50), ms(p95), ms(p99), of?.ejections];
      return [name, shown, ...figures, last_error, { buttons: serverButtons(name, state) }];
    }),
    'No server has registered.'
  );
  fill('tools', servers.flatMap(toolRows), 'None is known.');
  fill(
    'callers',
    metrics.callers.map(each => [
      each.name,
      [each.left, 'number'],
      [each.per_minute ?? 'no limit', 'number'],
      each.in_flight,
      [each.most_in_flight ?? 'no limit', 'number'],
      each.refused
    ]),
    'No key that is limited has asked for anything.'
  );
  fill(
    'failures',
    metrics.recent_failures.map(each => [
      new Date(each.at).toLocaleTimeString(),
      each.server,
      each.method,
      [each.outcome, 'unhealthy'],
      each.reason,
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
    const seen = await Promise.all(['/health', '/servers?detail=true', '/metrics', '/rules'].map(read));
    withFocus(() => show(...seen));
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

async function explain() {
  const [tool, capability, server] = ['tool', 'capability', 'server'].map(name => at(`explain-${name}`).value.trim());
  const request = {
    ...(tool === '' ? { method: 'tools/list' } : { method: 'tools/call', params: { name: tool } }),
    ...(capability === '' ? {} : { capability }),
    ...(server === '' ? {} : { server })
  };
  try {
    const { step, rule, candidates, passed_over } = await ask('POST', '/explain', request);
    const by = rule === null ? step : `${step} ${rule.id} (${rule.file}:${rule.line})`;
    const lines = passed_over.map(each => `not ${each.server}: ${each.why}`);
    at('explanation').textContent = [`by ${by}`, `to ${candidates.join(', ') || 'nobody'}`, ...lines].join('\n');
  } catch (error) {
    at('explanation').textContent = error.message;
  }
}

at('explain').addEventListener('submit', event => {
  event.preventDefault();
  void explain();
});

void refresh();
