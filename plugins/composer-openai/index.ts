import { CHAT_SECTION, chatOptions, checkChat, Composer, modelComposer } from '../../core/composing/index.js';
import { definePlugin, withPackages } from '../../core/index.js';

const PROVIDER = 'openai';

/** Beside what all model composers take. */
const OPENAI_SECTION = {
  azure_api_version: {
    type: 'string',
    meaning: 'api-version of an Azure OpenAI deployment whose address has no /openai/v1; the model is the deployment'
  }
} as const;

/** Has replies phrased by a model behind an OpenAI-compatible API: OpenAI, Azure, vLLM, Ollama and others. */
export default definePlugin()({
  name: 'composer-openai',
  version: '1.0.0',
  contract: 1,
  settings: { chat: { ...CHAT_SECTION, ...OPENAI_SECTION } },
  needs: {},
  provides: [Composer],
  check: settings => (settings.get('chat', 'backend') === PROVIDER ? checkChat(settings, 'AGENT', PROVIDER) : []),
  async start(_needs, { settings, provide }) {
    if (settings.get('chat', 'backend') !== PROVIDER) return;
    // The client costs 80 ms to import, so only who chose it pays.
    const { openaiAsk } = await withPackages('AGENT_CHAT__BACKEND=openai', ['openai'], () => import('./ask.js'));
    const options = chatOptions(settings);
    const ask = openaiAsk({ ...options, ...settings.section('chat', OPENAI_SECTION) });
    provide(Composer, modelComposer({ ...options, provider: PROVIDER, ask }));
  }
});
