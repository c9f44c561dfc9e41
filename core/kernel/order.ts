import type { Problem } from '../errors.js';
import type { Plugin } from './plugin.js';
import type { Need } from '../point.js';

/** Providers before users. Ties keep the order of `plugins.yaml`, so that two starts never differ. */
export function startOrder(plugins: readonly Plugin[], problems: Problem[]): Plugin[] {
  const before = new Map(plugins.map(plugin => [plugin, providersOf(plugin, plugins, problems)]));
  const order: Plugin[] = [];
  const path: Plugin[] = [];
  const visit = (plugin: Plugin): boolean => {
    if (order.includes(plugin)) return true;
    if (path.includes(plugin)) {
      const cycle = [...path.slice(path.indexOf(plugin)), plugin].map(p => p.name).join(' -> ');
      problems.push({
        code: 'plugin_cycle',
        message: `${cycle}: each needs what the next provides; none can start first`
      });
      return false;
    }
    path.push(plugin);
    const fine = before.get(plugin)!.every(visit);
    path.pop();
    if (fine) order.push(plugin);
    return fine;
  };
  plugins.every(visit);
  return order;
}

function providersOf(plugin: Plugin, plugins: readonly Plugin[], problems: Problem[]): Plugin[] {
  const needed: Plugin[] = [];
  for (const { take, point } of Object.values(plugin.needs as Readonly<Record<string, Need<unknown>>>)) {
    const found = plugins.filter(p => p.provides.some((x: { id: string }) => x.id === point.id));
    if (take === 'one' && found.length === 0)
      problems.push({
        code: 'point_empty',
        message: `${plugin.name} needs one ${point.id}, and no plugin listed for this service provides it`
      });
    if (take === 'one' && found.length > 1)
      problems.push({
        code: 'point_crowded',
        message: `${plugin.name} needs one ${point.id}, and ${found.map(p => p.name).join(' and ')} all provide it; list one of them`
      });
    needed.push(...found);
  }
  return needed;
}
