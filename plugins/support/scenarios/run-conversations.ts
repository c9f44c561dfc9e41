import type { SectionRunner, TestContext } from '../../../core/workbench/index.js';
import { SeedsAssembly } from '../seed/assembly.js';
import { startAgent } from './agent.js';
import { play } from './play.js';
import type { Scenario } from './scenario.js';

/** Holds each conversation with a real agent; the decisions it takes count for coverage. */
export async function conversationRunner(context: TestContext): Promise<SectionRunner<Scenario>> {
  const tenants = [...new Set(['demo', ...context.set.get(SeedsAssembly).accounts.map(({ tenant }) => tenant)])];
  const agent = await startAgent(context, tenants);
  return {
    async run(scenario) {
      const { tenant } = scenario;
      if (tenant !== undefined && !tenants.includes(tenant))
        return [`there is no account of the tenant '${tenant}' in seeds/accounts/; there are ${tenants.join(', ')}`];
      for (const step of scenario.steps) if ('say' in step) context.read('phrases', step.say);
      const { replies, failures } = await play(scenario, await agent.begin(scenario));
      for (const reply of replies)
        for (const step of reply?.trace?.steps ?? [])
          if (step.type === 'policy_decision') context.decided(step.record.file, step.record.facts);
      if (failures.length === 0) return [];
      const asked = [...agent.unanswered].map(
        tool => `${tool} asks another system, which no test does; say under answers what it returns (answers.${tool})`
      );
      return [...failures, ...asked];
    },
    stop: () => agent.stop()
  };
}
