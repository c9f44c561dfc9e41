import { nearest, type Problem, settingName, type Settings } from '../../core/index.js';
import { keyEntries, parseKeys } from './keys.js';
import { isOrigin, parsePublicKeys } from './public-keys.js';
import { SUPPORT_SETTINGS } from './settings.js';

const name = (section: string, key: string) => settingName('AGENT', section, key);

/** What must hold together: keys that can be read, and in production every invariant. All problems at once. */
export function checkSettings(settings: Settings, listed: readonly string[] = []): readonly Problem[] {
  const problems: Problem[] = [];
  const { api_keys, api_keys_file } = settings.section('security', SUPPORT_SETTINGS.security);
  const wrong = (key: 'api_keys' | 'api_keys_file') => (message: string) =>
    void problems.push({ code: 'setting_invalid', message: `${name('security', key)} ${message}` });
  const keys = keyEntries(api_keys, api_keys_file, wrong('api_keys_file'));
  parseKeys(keys, message => wrong(message.startsWith('entry') ? 'api_keys' : 'api_keys_file')(message));
  const required = settings.get('security', 'require_api_key') === true;
  if (required && keys.length === 0)
    problems.push({
      code: 'api_keys_missing',
      message: `${name('security', 'api_keys')} is empty, so nobody could call; set it to tenant:secret, or ${name('security', 'api_keys_file')} to a file, or ${name('security', 'require_api_key')}=false for a local example`
    });
  checkSessions(settings, problems);
  const { backend } = settings.section('chat', SUPPORT_SETTINGS.chat);
  const offered = listed.flatMap(plugin => (plugin.startsWith(COMPOSER) ? [plugin.slice(COMPOSER.length)] : []));
  const meant = offered.includes(backend) ? undefined : nearest(backend, offered);
  // Any other name may be that of a composer whose plugin is called otherwise; that is known once it has started.
  if (meant !== undefined)
    problems.push({
      code: 'composer_missing',
      message: `${name('chat', 'backend')} is ${backend}, which is no composer; did you mean '${meant}'?`
    });
  if (settings.get('', 'environment') !== 'production') return problems;

  const must = (holds: boolean, message: string) => {
    if (!holds) problems.push({ code: 'production_invariant', message: `in production ${message}` });
  };
  must(
    settings.get('policy', 'allow_agent_initiated_refunds') === false,
    `${name('policy', 'allow_agent_initiated_refunds')} must be false: the agent never moves money`
  );
  must(
    settings.get('verification', 'enabled') === true,
    `${name('verification', 'enabled')} must be true: no reply goes out unproved`
  );
  must(
    settings.get('policy', 'require_identity_for_account_data') === true,
    `${name('policy', 'require_identity_for_account_data')} must be true`
  );
  must(required, `${name('security', 'require_api_key')} must be true`);
  must(
    settings.get('observability', 'log_message_content') === false,
    `${name('observability', 'log_message_content')} must be false: message text is in no log`
  );
  const { secret, origins, public_keys } = settings.section('sessions', SUPPORT_SETTINGS.sessions);
  must(
    secret !== undefined || origins.length + public_keys.length === 0,
    `${name('sessions', 'secret')} must be set where browsers open sessions: every instance signs with the same`
  );
  const database = settings.get('storage', 'database_url');
  must(
    typeof database === 'string' && !database.startsWith('sqlite:'),
    `${name('storage', 'database_url')} must name a server database (postgres://…): the default takes one writer only`
  );
  return problems;
}

const COMPOSER = 'composer-';
const LEAST_SECRET = 32;

/** Whoever can guess the secret can sign a token for anybody's conversation. */
function checkSessions(settings: Settings, problems: Problem[]): void {
  const { secret, origins, public_keys } = settings.section('sessions', SUPPORT_SETTINGS.sessions);
  const invalid = (key: string, message: string) =>
    problems.push({ code: 'setting_invalid', message: `${name('sessions', key)} ${message}` });
  parsePublicKeys(public_keys, message => invalid('public_keys', message));
  if (!origins.every(isOrigin)) invalid('origins', 'lists something else than origins like https://shop.example');
  if (secret !== undefined && secret.length < LEAST_SECRET)
    invalid('secret', `has fewer than ${LEAST_SECRET} characters`);
}
