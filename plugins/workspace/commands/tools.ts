import { type CommandContext, type ExitStatus, loadService } from '../../../core/index.js';
import { WorkspaceToolKind } from '../catalog/workspace-tool.js';
import { describe } from '../catalog/describe.js';

/** Lists the tools by their files; needs no workspace. */
export async function tools(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const definitions = (await loadService(context, 'workspace')).of(WorkspaceToolKind).map(({ value }) => value);
  if (options['json'] === true) {
    out(JSON.stringify({ tools: definitions.map(describe) }, undefined, 2));
    return 0;
  }
  for (const { name, description, arguments: args, source } of definitions) {
    const required = (args['required'] ?? []) as readonly string[];
    const names = Object.keys(args['properties'] as object).map(n => (required.includes(n) ? n : `${n}?`));
    out(`${name}(${names.join(', ')})`);
    out(`  ${description}`);
    out(`  ${source.file}`);
  }
  return 0;
}
