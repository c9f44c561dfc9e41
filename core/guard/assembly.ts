import type { Assembly } from '../documents/assembly.js';
import type { Loaded } from '../documents/kind.js';
import { later } from '../later.js';
import type { Guard } from './guard.js';
import { InjectionRules } from './injection-kind.js';
import type { Channel, InjectionFile } from './injection-rules.js';

const engine = later<typeof import('./guard.js')>(import.meta.url, './guard.js');
export const compileGuard = engine('compileGuard');
const channelGuard = engine('channelGuard');

/** The guard of sound files. What a channel needs is made when a text of the channel comes. */
function guardOf(files: readonly Loaded<InjectionFile>[]): Guard {
  const made = new Map<Channel, Guard>();
  const guard = (channel: Channel): Guard => {
    let one = made.get(channel);
    if (one === undefined) made.set(channel, (one = channelGuard(files, channel)));
    return one;
  };
  return {
    assess: (text, channel) => guard(channel).assess(text, channel),
    neutralise: (text, channel) => guard(channel).neutralise(text, channel),
    explain: (text, channel) => guard(channel).explain(text, channel)
  };
}

/** The guard of a set of files. */
export const GuardAssembly: Assembly<Guard> = {
  id: 'guard',
  kinds: [InjectionRules],
  build: set => guardOf(set.of(InjectionRules)),
  check: (_guard, set, report) => void compileGuard(set.of(InjectionRules), report)
};
