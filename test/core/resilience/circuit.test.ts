import { expect } from 'chai';
import fc from 'fast-check';
import { Circuit, type Admission } from '../../../core/resilience/circuit.js';

const options = { failures: 3, resetMs: 100 };

/** A circuit that three failures at 0, 1 and 2 ms have opened. */
function opened(): Circuit {
  const circuit = new Circuit(options);
  for (const now of [0, 1, 2]) circuit.admit(now)!.failed(now);
  return circuit;
}

describe('a circuit', () => {
  it('opens at so many failures in a row, and a success starts the count again', () => {
    const circuit = new Circuit(options);
    const end = (how: 'failed' | 'succeeded') => circuit.admit(0)![how](0);
    (['failed', 'failed', 'succeeded', 'failed', 'failed'] as const).forEach(end);
    expect(circuit.open).to.equal(false);
    end('failed');
    expect(circuit.open).to.equal(true);
    expect(circuit.admit(1)).to.equal(undefined);
  });

  it('lets exactly one trial through after the reset time', () => {
    const circuit = opened();
    expect(circuit.admit(101)).to.equal(undefined);
    const trial = circuit.admit(102);
    expect(trial).to.not.equal(undefined);
    expect(circuit.admit(102)).to.equal(undefined);
    expect(circuit.admit(10_000)).to.equal(undefined);
    expect(circuit.open).to.equal(true);
  });

  it('closes when the trial succeeds, and counts from nothing again', () => {
    const circuit = opened();
    circuit.admit(102)!.succeeded();
    expect(circuit.open).to.equal(false);
    circuit.admit(103)!.failed(103);
    circuit.admit(103)!.failed(103);
    expect(circuit.open).to.equal(false);
  });

  it('stays open for another reset time when the trial fails', () => {
    const circuit = opened();
    circuit.admit(102)!.failed(150);
    expect(circuit.admit(249)).to.equal(undefined);
    expect(circuit.admit(250)).to.not.equal(undefined);
  });

  it('gives a released trial to the next caller', () => {
    const circuit = opened();
    circuit.admit(102)!.released();
    expect(circuit.open).to.equal(true);
    expect(circuit.admit(102)).to.not.equal(undefined);
  });

  for (const end of ['succeeded', 'failed', 'released'] as const)
    it(`is not swayed by a call from before it opened that ${end} during the trial`, () => {
      const circuit = new Circuit(options);
      const late = circuit.admit(0)!;
      for (const now of [0, 1, 2]) circuit.admit(now)!.failed(now);
      const trial = circuit.admit(102)!;
      late[end](103);
      expect(circuit.open).to.equal(true);
      expect(circuit.admit(103), 'a second trial').to.equal(undefined);
      trial.succeeded();
      expect(circuit.open).to.equal(false);
    });

  it('never has two trials under way, whatever happens in whichever order', () => {
    const event = fc.tuple(fc.nat(60), fc.constantFrom('admit', 'succeeded', 'failed', 'released'), fc.nat(9));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), events => {
        const circuit = new Circuit({ failures: 2, resetMs: 50 });
        const underWay: Admission[] = [];
        const trials = new Set<Admission>();
        let now = 0;
        for (const [passed, what, which] of events) {
          now += passed;
          if (what === 'admit') {
            const wasOpen = circuit.open;
            const admission = circuit.admit(now);
            if (admission === undefined) expect(wasOpen).to.equal(true);
            else underWay.push(admission);
            if (admission !== undefined && wasOpen) trials.add(admission);
          } else {
            const [ended] = underWay.splice(which % Math.max(1, underWay.length), 1);
            ended?.[what as 'failed'](now);
            trials.delete(ended!);
          }
          expect(trials.size).to.be.at.most(1);
        }
      })
    );
  });
});
