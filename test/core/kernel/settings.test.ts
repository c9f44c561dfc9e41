import { expect } from 'chai';
import type { Problem } from '../../../core/errors.js';
import { readSettings, settingName, type SectionSchema } from '../../../core/kernel/settings.js';

const SECTIONS = {
  '': {
    environment: { type: 'string', enum: ['development', 'production'], default: 'development', meaning: 'where' }
  },
  limits: {
    max_steps: { type: 'integer', minimum: 1, maximum: 50, default: 8, meaning: 'steps' },
    share: { type: 'number', minimum: 0, meaning: 'share' },
    depth: { type: 'integer', maximum: 3, meaning: 'depth' },
    strict: { type: 'boolean', default: false, meaning: 'strict' }
  },
  security: {
    api_keys: { type: 'list', default: [], secret: true, meaning: 'keys' },
    pin: { type: 'integer', secret: true, meaning: 'pin' }
  }
} as const satisfies Record<string, SectionSchema>;

function read(env: Readonly<Record<string, string | undefined>>) {
  const problems: Problem[] = [];
  const settings = readSettings('AGENT', [SECTIONS], env, problems);
  return { settings, problems: problems.map(p => `${p.code} ${p.message}`) };
}

describe('settings', () => {
  it('are named by prefix, section and key', () => {
    expect(settingName('AGENT', 'limits', 'max_steps')).to.equal('AGENT_LIMITS__MAX_STEPS');
    expect(settingName('AGENT', '', 'environment')).to.equal('AGENT_ENVIRONMENT');
  });

  it('have their defaults where nothing is set, and an empty or blank value sets nothing', () => {
    for (const value of [undefined, '', '   ']) {
      const names = [
        'AGENT_ENVIRONMENT',
        'AGENT_LIMITS__MAX_STEPS',
        'AGENT_LIMITS__SHARE',
        'AGENT_LIMITS__DEPTH',
        'AGENT_LIMITS__STRICT',
        'AGENT_SECURITY__API_KEYS'
      ];
      const { settings, problems } = read(Object.fromEntries(names.map(name => [name, value])));
      expect(problems).to.deep.equal([]);
      expect(settings.section('limits', SECTIONS.limits)).to.deep.equal({
        max_steps: 8,
        share: undefined,
        depth: undefined,
        strict: false
      });
      expect(settings.get('', 'environment')).to.equal('development');
      expect(settings.get('security', 'api_keys')).to.deep.equal([]);
    }
  });

  it('are read as the type they have', () => {
    const { settings, problems } = read({
      AGENT_ENVIRONMENT: ' production ',
      AGENT_LIMITS__MAX_STEPS: '50',
      AGENT_LIMITS__SHARE: '0.25',
      AGENT_LIMITS__DEPTH: '-1',
      AGENT_SECURITY__API_KEYS: ' a:b, ,c:d ,'
    });
    expect(problems).to.deep.equal([]);
    const limits = settings.section('limits', SECTIONS.limits);
    const steps: number = limits.max_steps;
    const share: number | undefined = limits.share;
    // @ts-expect-error without a default a value may be missing
    const missing: number = limits.share;
    const environment: 'development' | 'production' = settings.section('', SECTIONS['']).environment;
    expect([steps, share, missing, limits.depth, environment]).to.deep.equal([50, 0.25, 0.25, -1, 'production']);
    expect(settings.section('security', SECTIONS.security).api_keys).to.deep.equal(['a:b', 'c:d']);
  });

  for (const [texts, value] of [
    [['true', 'TRUE', '1', 'yes', 'on'], true],
    [['false', '0', 'No', 'off'], false]
  ] as const)
    it(`read ${texts.join(', ')} as ${value}`, () => {
      for (const text of texts)
        expect(read({ AGENT_LIMITS__STRICT: text }).settings.get('limits', 'strict')).to.equal(value);
    });

  const wrong: readonly [variable: string, value: string, problem: string][] = [
    ['AGENT_LIMITS__MAX_STEPS', 'eight', 'must be a whole number'],
    ['AGENT_LIMITS__MAX_STEPS', '8.5', 'must be a whole number'],
    ['AGENT_LIMITS__MAX_STEPS', '0', 'must be at least 1 and at most 50'],
    ['AGENT_LIMITS__MAX_STEPS', '51', 'must be at least 1 and at most 50'],
    ['AGENT_LIMITS__SHARE', 'NaN', 'must be a number'],
    ['AGENT_LIMITS__SHARE', '-1', 'must be at least 0'],
    ['AGENT_LIMITS__SHARE', 'Infinity', 'must be a number'],
    ['AGENT_LIMITS__DEPTH', '4', 'must be at most 3'],
    ['AGENT_LIMITS__STRICT', 'maybe', 'must be true or false'],
    ['AGENT_ENVIRONMENT', 'prod', 'must be one of development, production'],
    ['AGENT_SECURITY__PIN', 'hunter2', 'must be a whole number']
  ];
  for (const [variable, value, problem] of wrong)
    it(`refuse ${variable} of ${value}, without repeating it`, () => {
      const { problems } = read({ [variable]: value });
      expect(problems).to.deep.equal([`setting_invalid ${variable} ${problem}`]);
    });

  const unknown: readonly [variable: string, hint: string][] = [
    ['AGENT_LIMITS_MAX_STEPS', '; did you mean AGENT_LIMITS__MAX_STEPS?'],
    ['AGENT_LIMITS__MAXSTEPS', '; did you mean AGENT_LIMITS__MAX_STEPS?'],
    ['AGENT_ENVIRONMNET', '; did you mean AGENT_ENVIRONMENT?'],
    ['AGENT_SECURITY__API_KEY', '; did you mean AGENT_SECURITY__API_KEYS?'],
    ['AGENT_limits__max_steps', '; did you mean AGENT_LIMITS__MAX_STEPS?'],
    ['AGENT_TELEPORTATION__FOCUS', '']
  ];
  for (const [variable, hint] of unknown)
    it(`refuse the unknown ${variable}, and name the nearest`, () => {
      expect(read({ [variable]: 'secret' }).problems).to.deep.equal([
        `setting_unknown ${variable} is not a setting${hint}`
      ]);
    });

  it('leave other people’s variables alone', () => {
    expect(read({ AGENT: '1', AGENTS_LIMIT: '1', PATH: '/bin', agent_limits__depth: '9' }).problems).to.deep.equal([]);
  });

  it('are all checked, and the good ones kept', () => {
    const { settings, problems } = read({
      AGENT_LIMITS__DEPTH: '2',
      AGENT_LIMITS__SHARE: 'x',
      AGENT_X: '1',
      AGENT_ENVIRONMENT: 'y'
    });
    expect(problems.map(p => p.split(' ')[0])).to.deep.equal(['setting_invalid', 'setting_unknown', 'setting_invalid']);
    expect(settings.get('limits', 'depth')).to.equal(2);
  });
});
