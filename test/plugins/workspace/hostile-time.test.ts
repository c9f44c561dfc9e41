import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from './fixture/process.js';
import { hostileSession, type HostileSession, sessionOn } from './fixture/hostile-session.js';

const CLOCK_MS = 10;

describe('work that would never end', () => {
  let session: HostileSession;
  before(() => void (session = hostileSession()));
  after(() => session.stop());

  const cpuMs = ({ pid }: Started): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_MS;
  };
  const peakMb = (): number =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${session.server.pid}/status`, 'utf8'))![1]) / 1024;

  it('is refused where a repetition is nested in a repeated group', async () => {
    for (const pattern of ['(a+)+$', '(?:x+)*?y', '((a*)*)*']) {
      const { structuredContent } = await session.call('search_text', { pattern });
      expect(structuredContent.denial?.reason, pattern).to.equal('unsafe_pattern');
    }
  });

  it('ends with its time: timed_out is told and the processor is idle again', async () => {
    const { server, call, stop } = sessionOn(session.workspace.root, 1);
    const { structuredContent } = await call('search_text', { pattern: '(a|a)*$|b', path: 'redos.txt' });
    expect(structuredContent.timed_out).to.equal(true);
    for (let before = -Infinity; cpuMs(server) - before > 100;) {
      before = cpuMs(server);
      await sleep(300);
    }
    await stop();
  });

  it('is refused where braces of a glob stand for too many', async () => {
    for (const pattern of ['{a,b}'.repeat(30), `${'{a,'.repeat(30)}b${'}'.repeat(30)}`, '*a'.repeat(400)]) {
      const { structuredContent } = await session.call('find_files', { pattern });
      expect(structuredContent.denial?.reason ?? 'answered', pattern.slice(0, 20)).to.be.oneOf([
        'unsafe_pattern',
        'answered'
      ]);
    }
  });

  it('takes no memory that grows with a giant line or file', () => expect(peakMb()).to.be.below(400));
});
