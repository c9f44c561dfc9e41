import { expect } from 'chai';
import fc from 'fast-check';
import { currentContext, withContext } from '../../../core/observe/context.js';
import { createLog, LOG_LEVELS, silentLog, type Log, type LogOptions } from '../../../core/observe/log.js';

/** What `work` writes to stderr through a log, line by line; nothing may go to stdout. */
function written(options: Partial<LogOptions>, work: (log: Log) => void): string[] {
  const streams = [process.stdout, process.stderr] as const;
  const originals = streams.map(stream => stream.write);
  const chunks: [string[], string[]] = [[], []];
  streams.forEach((stream, i) => (stream.write = ((chunk: string) => (chunks[i]!.push(String(chunk)), true)) as never));
  try {
    work(createLog({ level: 'debug', format: 'json', service: 'garden', ...options }));
  } finally {
    streams.forEach((stream, i) => (stream.write = originals[i] as never));
  }
  expect(chunks[0]).to.deep.equal([]);
  return chunks[1].join('').split('\n').slice(0, -1);
}
const objects = (work: (log: Log) => void, options: Partial<LogOptions> = {}) =>
  written(options, work).map(line => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it('writes one JSON object a line to stderr, with event, level, time and service', () => {
    const [line, ...others] = objects(log => log.info('plant.watered', { litres: 2 }));
    expect(others).to.deep.equal([]);
    expect(line).to.include({ message: 'plant.watered', level: 'info', service: 'garden', litres: 2 });
    expect(new Date(line!['ts'] as string).toISOString()).to.equal(line!['ts']);
  });

  it('adds the ids of the request and session around it, across awaits and nested contexts', async () => {
    expect(currentContext()).to.deep.equal({});
    await withContext({ request_id: 'req_1' }, async () => {
      await Promise.resolve();
      await withContext({ session_id: 'ses_1' }, async () => {
        await new Promise(setImmediate);
        expect(objects(log => log.info('x'))[0]).to.include({ request_id: 'req_1', session_id: 'ses_1' });
      });
      expect(objects(log => log.info('x'))[0])
        .to.include({ request_id: 'req_1' })
        .and.not.have.property('session_id');
    });
    expect(objects(log => log.info('x'))[0]).to.not.have.property('request_id');
  });

  it('writes what is severe enough, and does not even look at the rest', () => {
    LOG_LEVELS.forEach((level, least) => {
      const looked: string[] = [];
      const lines = objects(
        log => {
          for (const at of LOG_LEVELS)
            log[at](at, {
              get seen() {
                return looked.push(at);
              }
            });
        },
        { level }
      );
      expect(lines.map(line => line['message'])).to.deep.equal(LOG_LEVELS.slice(least));
      expect(new Set(looked)).to.deep.equal(new Set(LOG_LEVELS.slice(least)));
    });
  });

  it('does not let a field hide the level, the event, the time or the service', () => {
    const [line] = objects(log =>
      log.error('plant.died', { level: 'debug', message: 'all is well', ts: 1, service: 'x', code: 7 })
    );
    expect(line)
      .to.include({ level: 'error', message: 'plant.died', service: 'garden', code: 7 })
      .and.not.include({ ts: 1 });
  });

  const circle: Record<string, unknown> = { big: 10n, error: new Error('first\nsecond') };
  circle['self'] = circle;
  const unprintable = {
    get field() {
      throw new Error('not now');
    }
  };

  it('prints big numbers, errors and circles', () => {
    const [line] = objects(log => log.info('x', { circle, error: new Error('dry') }));
    expect(line!['error']).to.equal('dry');
    expect(line!['circle']).to.deep.equal({ big: '10', error: 'first\nsecond', self: '[Circular]' });
  });

  for (const format of ['json', 'text'] as const)
    it(`keeps a record on one line whatever its fields are, as ${format}`, () => {
      const odd = [
        circle,
        unprintable,
        {
          toJSON: () => {
            throw new Error('never');
          }
        },
        Symbol('x'),
        () => 1,
        new Error('a\nb'),
        new Map([[1, '\n']]),
        null
      ];
      for (const value of odd) expect(written({ format }, log => log.info('x', { value }))).to.have.length(1);
      expect(written({ format }, log => log.info('x', unprintable))[0])
        .to.include('unprintable')
        .and.include('not now');
      fc.assert(
        fc.property(
          fc.anything({ withBigInt: true, withDate: true, withMap: true }),
          fc.string({ unit: 'binary' }),
          (value, text) => {
            const lines = written({ format }, log => log.warning('x', { value, text }));
            expect(lines).to.have.length(1);
            if (format === 'json') expect((JSON.parse(lines[0]!) as { text: string }).text).to.equal(text);
          }
        ),
        { numRuns: 50 }
      );
    });

  it('writes text for people when asked', () => {
    const [line] = written({ format: 'text' }, log =>
      log.warning('plant.dry', { litres: 2, name: 'two words', line: 'a\nb', place: 'pot' })
    );
    expect(line).to.match(/^\S+Z WARNING plant\.dry litres=2 name='two words' line='a\\nb' place=pot$/);
  });

  it('can be silent', () => {
    expect(written({}, () => LOG_LEVELS.forEach(level => silentLog[level]('x', unprintable)))).to.deep.equal([]);
  });
});
