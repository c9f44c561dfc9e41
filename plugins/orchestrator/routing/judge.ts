import type { RoutingRule } from '../policy/rule.js';
import type { Target } from './target.js';
import type { Wanted } from '../policy/wanted.js';

/** How a request is routed where it names a server, a rule decides, or neither. */
export interface Step {
  readonly by: 'name' | 'rule' | 'round_robin';
  readonly rule: RoutingRule | undefined;
}

/** What is thought of one server for one request. `why` says what speaks against it. */
export interface Verdict<T extends Target = Target> {
  readonly target: T;
  readonly rank: 'first' | 'second' | 'out';
  readonly why: string | undefined;
}

const UNLISTED = { yes: '', unknown: 'is not known to list', no: 'does not list' } as const;
const LISTING = { yes: 2, unknown: 1, no: 0 } as const;

/**
 * Judges every server for a request at one step. Pure. `first` are used before `second`: those that are degraded, or
 * differ from the others in the tool that is asked for.
 */
export function judge<T extends Target>(wanted: Wanted, step: Step, targets: Iterable<T>): readonly Verdict<T>[] {
  const named = step.by === 'name';
  const { tool } = wanted;
  const all = [...targets];
  const misfits = all.map(target => (named ? byName(wanted, target) : misfit(wanted, step, target)));
  // Lists can be out of date, so a tool that no server lists is asked of those that might have it.
  let best = 0;
  if (!named && tool !== undefined)
    all.forEach((target, i) => {
      if (misfits[i] === undefined) best = Math.max(best, LISTING[target.lists(tool)]);
    });
  return all.map((target, i) => {
    const against = misfits[i];
    const out = (why: string): Verdict<T> => ({ target, rank: 'out', why });
    if (against !== undefined) return out(against);
    if (best > 0 && LISTING[target.lists(tool!)] < best)
      return out(`${UNLISTED[target.lists(tool!)]} the tool ${tool}`);
    const forbidden = refused(wanted, target);
    if (forbidden !== undefined) return out(forbidden);
    if (!target.allowed) return out('its host is not among allowed_hosts');
    const blocked = tool === undefined ? undefined : target.blocks(tool);
    if (blocked !== undefined) return out(blocked);
    if (target.draining) return out('draining: it gets nothing new');
    if (target.status === 'unhealthy') return out(`unhealthy${because(target)}`);
    if (target.status === 'degraded') return { target, rank: 'second', why: `degraded${because(target)}` };
    if (!named && tool !== undefined && target.differs(tool))
      return { target, rank: 'second', why: `its schema of ${tool} differs from that of most servers` };
    return { target, rank: 'first', why: undefined };
  });
}

function refused({ tool, limited }: Wanted, { name }: Target): string | undefined {
  if (limited === undefined || tool === undefined || limited.mayCall(`${name}__${tool}`)) return undefined;
  return 'its caller may not call the tool there';
}

const because = ({ lastError }: Target) => (lastError === null ? '' : `: ${lastError}`);

const byName = ({ server }: Wanted, { name }: Target) => (name === server ? undefined : 'another server was named');

function misfit({ capability }: Wanted, { rule }: Step, target: Target): string | undefined {
  if (rule?.servers?.has(target.name) === false) return `not a server of the rule ${rule.id}`;
  if (rule?.capability !== undefined && !target.offers(rule.capability))
    return `lacks the capability ${rule.capability} that the rule ${rule.id} asks for`;
  if (capability !== undefined && !target.offers(capability)) return `lacks the capability ${capability}`;
  return undefined;
}
