import { BY_ITSELF, type ReadTurn, type Turn } from './turn.js';
import { OFFERED, possibleReadings, type PossibleReading } from './readings.js';
import { choiceOf } from './traits.js';

const MOST_TRACED = 3;

/** Of all that a message may mean in its conversation, what is likeliest by conversations that were played. */
export function meaningOf(turn: Turn): ReadTurn {
  const readings = possibleReadings(turn);
  const { chooser } = turn.policy;
  const shares = chooser?.shares(choiceOf(readings, turn)) ?? readings.map(({ ways }) => +ways.includes(BY_ITSELF));
  const order = readings.map((_, nth) => nth).sort((one, other) => shares[other]! - shares[one]! || one - other);
  const [likeliest = 0] = order;
  const best = shares[likeliest]! < turn.policy.weighing.writes_at ? offeredFirst(likeliest, readings) : likeliest;
  const { meaning } = readings[best]!;
  const weighed = order
    .slice(0, MOST_TRACED)
    .map(nth => ({ command: wayOf(readings[nth]!, turn), share: Math.round(100 * shares[nth]!) / 100 }));
  return { meaning, by: wayOf(readings[best]!, turn), weighed };
}

/** What would be done on little is offered, where it can be. */
function offeredFirst(likeliest: number, readings: readonly PossibleReading[]): number {
  const { ways } = readings[likeliest]!;
  const offered = readings.findIndex(each => each.ways.some(way => ways.some(done => way === OFFERED + done)));
  return offered < 0 ? likeliest : offered;
}

/** The way of a reading that is heard most; of those that are not heard, the first. */
function wayOf({ ways }: PossibleReading, { heard: [whole], policy }: Turn): string {
  const issues = policy.issues.map(({ name }) => name);
  const shareOf = (way: string): number =>
    Math.max(0, ...(way === 'fault' ? issues : [way]).map(act => whole?.shares.get(act) ?? 0));
  const plain = ways.map(way => (way.startsWith(OFFERED) ? way.slice(OFFERED.length) : way));
  return plain.reduce((most, way) => (shareOf(way) > shareOf(most) ? way : most));
}
