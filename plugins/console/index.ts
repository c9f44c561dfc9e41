import { definePlugin } from '../../core/index.js';
import { SitePages } from '../../core/http/index.js';
import { chatPages, consolePages } from './pages.js';

/** The window in which customers write, and the console of the people behind it. Both use the service's interface and nothing else. */
export default definePlugin()({
  name: 'console',
  version: '1.0.0',
  contract: 1,
  needs: {},
  provides: [SitePages],
  start(_needs, { settings, provide }) {
    const keys = (settings.get('sessions', 'public_keys') ?? []) as readonly string[];
    const asksKey = settings.get('security', 'require_api_key') !== false;
    const pages = [...chatPages(ownKey(keys)), ...consolePages(asksKey)];
    provide(SitePages, { name: 'console', site: 'support', pages });
  }
});

/** The first public key that may be used on pages of the service itself: `tenant:key:origin|origin`. */
const ownKey = (entries: readonly string[]): string | undefined =>
  entries.map(entry => entry.split(':')).find(([, , ...origins]) => origins.join(':').split('|').includes('self'))?.[1];
