import type { LiveDocuments, Settings } from '../../../core/index.js';
import type { ToolOutput } from '../../../core/tools/index.js';
import type { RemoteHandler } from '../catalog/remote-handler.js';
import { answer } from '../contract/answer.js';
import type { WorkspaceTool } from '../contract/tool.js';
import { Denied } from '../sandbox/denied.js';
import { foreignFields } from './texts.js';

export interface RemoteResources {
  readonly settings: Settings;
  readonly documents: LiveDocuments;
  secret(name: string): string | undefined;
}

/** Handlers that ask another system read nothing of the service and write nothing for it. */
const NOTHING = new Proxy(
  {},
  {
    get(_target, name): never {
      throw new Error(`a remote handler asks for '${String(name)}' of the store`);
    }
  }
);

const nothingHere = (): never => {
  throw new Error('a remote handler reads and stages no records here, and asks no other tool');
};

/** A tool whose work is done by a remote handler. Throws `Denied` not_found where there is no such thing, upstream_failed. */
export function remoteTool(
  name: string,
  { handler, configuration }: RemoteHandler,
  { settings, documents, secret }: RemoteResources
): WorkspaceTool {
  return {
    name,
    async run(args, { signal }) {
      const work = handler.bind(configuration, { tool: name, store: NOTHING as never, settings, secret });
      let output: ToolOutput;
      try {
        output = await work(args, {
          tenant: 'workspace',
          customerId: undefined,
          conversationId: '',
          runId: '',
          purpose: name,
          now: new Date(),
          documents: documents.current,
          signal,
          read: nothingHere,
          stage: nothingHere,
          call: nothingHere
        });
      } catch (error) {
        const { name: kind, message, code } = error as Error & { code?: string };
        if (kind === 'ToolFailure') throw new Denied('upstream_failed', `${name}: ${message}`, { code });
        throw error;
      }
      const [record] = output.records;
      if (record === undefined) throw new Denied('not_found', `${name}: there is no such thing`);
      return answer(foreignFields(record.fields), `${name}: found`, { timedOut: false, truncated: false });
    }
  };
}
