import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../core/index.js';
import type { ToolReviewPolicy } from '../policy/routing-policy.js';
import type { Wanted } from '../policy/wanted.js';
import type { ToolServer } from '../registry/tool-server.js';

const blocks = ({ changed, suspicious }: ToolReviewPolicy): boolean => changed === 'block' || suspicious === 'block';

/** Whether a caller may get less than what a server lists, so that its list has to be read before it is passed on. */
export const isListSelected = ({ method, limited }: Wanted, policy: ToolReviewPolicy): boolean =>
  method === 'tools/list' && (limited !== undefined || blocks(policy));

/**
 * The result of `tools/list` with the tools that the caller may call. Where the policy blocks, one that says something else than
 * when its server was last looked at is left out as well: nobody has assessed what it says now.
 */
export function selectTools(
  result: unknown,
  server: ToolServer,
  { limited }: Wanted,
  policy: ToolReviewPolicy
): unknown {
  if (!isObject(result) || !Array.isArray(result['tools'])) return result;
  const tools = (result['tools'] as readonly unknown[]).filter(entry => {
    const name = isObject(entry) ? entry['name'] : undefined;
    if (typeof name !== 'string') return false;
    if (limited !== undefined && !limited.mayCall(`${server.name}__${name}`)) return false;
    if (!blocks(policy)) return true;
    return server.blocks(name) === undefined && isDeepStrictEqual(server.tool(name)?.description, entry);
  });
  return { ...result, tools };
}
