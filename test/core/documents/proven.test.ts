import { expect } from 'chai';
import { GuardAssembly, InjectionRules, RedactionRules, RedactorAssembly } from '../../../core/index.js';
import { discover } from '../../../core/kernel/discover.js';
import { loadDocuments } from '../../../core/documents/load.js';
import { readFile } from '../../../core/documents/read.js';
import type { Problem } from '../../../core/errors.js';
import { SHIPPED_ROOT } from '../../harness/root.js';
import { join } from 'node:path';
import { expectProven } from './proof.js';

const CODE = 'core/documents/proven.ts';

describe('files that count as proven', () => {
  it('are the shipped ones, and those are sound', async () => {
    const { set, problems } = await loadDocuments({
      root: SHIPPED_ROOT,
      kinds: [InjectionRules, RedactionRules],
      assemblies: [GuardAssembly, RedactorAssembly],
      items: () => [],
      proveAll: true
    });
    expect(problems).to.deep.equal([]);
    expectProven(CODE, 'guard', set!.of(InjectionRules));
    expectProven(CODE, 'redactor', set!.of(RedactionRules));
  });

  it('include the list of plugins', async () => {
    const problems: Problem[] = [];
    const list = readFile(join(SHIPPED_ROOT, 'plugins/plugins.yaml'), 'plugins/plugins.yaml', problems)!;
    expect(problems).to.deep.equal([]);
    expectProven(CODE, 'plugins', [list]);
    const services = await discover(join(SHIPPED_ROOT, 'plugins'), join(SHIPPED_ROOT, 'dist/plugins'));
    expect(services.every(({ listed }) => listed.length > 0)).to.equal(true);
  });
});
