import { CHAT_SECTION, chatOptions, checkChat, Composer, modelComposer } from '../../core/composing/index.js';
import { definePlugin, withPackages } from '../../core/index.js';

const PROVIDER = 'anthropic';

/** Has replies phrased by a model behind Anthropic's Messages API. */
export default definePlugin()({
  name: 'composer-anthropic',
  version: '1.0.0',
  contract: 1,
  settings: { chat: CHAT_SECTION },
  needs: {},
  provides: [Composer],
  check: settings => (settings.get('chat', 'backend') === PROVIDER ? checkChat(settings, 'AGENT', PROVIDER) : []),
  async start(_needs, { settings, provide }) {
    if (settings.get('chat', 'backend') !== PROVIDER) return;
    // The client costs 170 ms to import, so only who chose it pays.
    const { anthropicAsk } = await withPackages(
      'AGENT_CHAT__BACKEND=anthropic',
      ['@anthropic-ai/sdk'],
      () => import('./ask.js')
    );
    const options = chatOptions(settings);
    provide(Composer, modelComposer({ ...options, provider: PROVIDER, ask: anthropicAsk(options) }));
  }
});
