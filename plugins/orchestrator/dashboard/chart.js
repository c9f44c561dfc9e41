// Lines over the last samples. A page that was opened a moment ago shows one minute, later up to five.
const WIDTH = 600;
const HEIGHT = 120;
const FEWEST = 30;
export const MOST_SAMPLES = 150;

const shape = (name, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

/** The next of 1, 2, 2.5 and 5 times a power of ten: the top of the scale, so that its middle is a round number too. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 2.5, 5, 10].find(step => step * power >= value);
}

const label = value => String(Number(value.toPrecision(3)));

/** `values` may be no numbers where there was nothing to measure: there the line begins later. */
export function chart(id, series) {
  const most = roundUp(Math.max(1, ...series.flatMap(({ values }) => values.filter(Number.isFinite))));
  const span = Math.max(FEWEST, ...series.map(({ values }) => values.length));
  const y = value => HEIGHT - 1 - (value / most) * (HEIGHT - 4);
  const grid = [0, most / 2, most].map(value => shape('line', { x1: 0, x2: WIDTH, y1: y(value), y2: y(value) }));
  const lines = series.map(({ values, style }) => {
    const from = span - values.length;
    const points = values.flatMap((value, i) =>
      Number.isFinite(value) ? [`${((from + i) * WIDTH) / (span - 1)},${y(value)}`] : []
    );
    return shape('polyline', { points: points.join(' '), ...(style !== undefined && { class: style }) });
  });
  const figure = document.getElementById(id);
  figure.querySelector('svg').replaceChildren(...grid, ...lines);
  const scale = [most, most / 2, 0].map(value =>
    Object.assign(document.createElement('span'), { textContent: label(value) })
  );
  figure.querySelector('.scale').replaceChildren(...scale);
}

/** Minutes that a chart of so many samples shows. */
export const minutesOf = (samples, everyMs) => Math.max(1, Math.round((Math.max(FEWEST, samples) * everyMs) / 60_000));
