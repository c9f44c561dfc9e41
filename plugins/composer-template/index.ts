import { Composer } from '../../core/composing/index.js';
import { definePlugin } from '../../core/index.js';

/** Composes replies from the intent's own template: no model, no credentials, no network. */
export default definePlugin()({
  name: 'composer-template',
  version: '1.0.0',
  contract: 1,
  needs: {},
  provides: [Composer],
  start(_needs, { provide }) {
    provide(Composer, {
      provider: 'template',
      compose: async ({ template, data }) => ({ text: template.render(data), model: 'none' })
    });
  }
});
