import { expect } from 'chai';
import { loadDocuments } from '../../../../core/documents/load.js';
import { WorkspaceToolKind } from '../../../../plugins/workspace/kinds/workspace-tool.js';
import { expectProven } from '../../../core/documents/proof.js';
import { SHIPPED_ROOT } from '../../../harness/root.js';

describe('the shipped tool definitions', () => {
  it('are sound, and count as proven', async () => {
    const options = { root: SHIPPED_ROOT, kinds: [WorkspaceToolKind], assemblies: [], items: () => [] };
    const { set, problems } = await loadDocuments({ ...options, proveAll: true });
    expect(problems).to.deep.equal([]);
    expectProven('plugins/workspace/kinds/workspace-tool.ts', 'PROVEN', set!.of(WorkspaceToolKind));
  });
});
