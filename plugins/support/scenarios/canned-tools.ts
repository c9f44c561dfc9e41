import { add, type Service } from '../../../core/index.js';
import { ToolFailure, ToolHandler } from '../../../core/tools/index.js';
import type { CannedRecord } from './scenario.js';

/** What tools of other systems answer at the moment, by the name of their record. */
export type Canned = {
  current: ReadonlyMap<string, readonly CannedRecord[]>;
  /** Tools that were asked although the test says nothing of their answers. */
  readonly unanswered: Set<string>;
};

/** The service with every handler of another system replaced: a test asks nobody outside, and needs no credential. */
export function withCannedTools(service: Service, canned: Canned): Service {
  return {
    ...service,
    listed: service.listed.map(({ plugin, options }) => ({
      options,
      plugin: {
        ...plugin,
        ...(plugin.adds && {
          adds: plugin.adds.map(item =>
            item.point.id === ToolHandler.id ? add(ToolHandler, cannedHandler(item.value as ToolHandler, canned)) : item
          )
        })
      }
    }))
  };
}

function cannedHandler(handler: ToolHandler, canned: Canned): ToolHandler {
  if (handler.remote !== true) return handler;
  const { secrets: _secrets, ...rest } = handler;
  return {
    ...rest,
    bind:
      (_configuration, { tool }) =>
      async () => {
        const records = canned.current.get(tool);
        if (records === undefined) {
          canned.unanswered.add(tool);
          throw new ToolFailure('upstream_unreachable', `the test says nothing under answers.${tool}`);
        }
        return { records };
      }
  };
}
