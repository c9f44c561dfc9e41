import { inWords, outcomeWords } from '../compare/fact-words.js';
import type { ConditionText, RuleText } from '../../../core/rules/index.js';

const OPERATORS: Readonly<Record<string, string>> = {
  equal: 'is',
  notEqual: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  lessThan: 'is less than',
  lessThanInclusive: 'is at most',
  greaterThan: 'is more than',
  greaterThanInclusive: 'is at least'
};

/** A condition of a file as a phrase: "days since delivery is more than the refund window days". */
export function conditionWords(condition: ConditionText | 'always', within = false): string {
  if (condition === 'always') return 'always';
  const { all, any, not, condition: name, fact, operator = '', value } = condition;
  const list = (parts: readonly ConditionText[], word: string) => {
    const text = parts.map(part => conditionWords(part, parts.length > 1)).join(` ${word} `);
    return within && parts.length > 1 ? `(${text})` : text;
  };
  if (all !== undefined) return list(all, 'and');
  if (any !== undefined) return list(any, 'or');
  if (not !== undefined) return `not (${conditionWords(not)})`;
  if (name !== undefined) return inWords(name);
  if (operator === 'isKnown') return `${inWords(fact ?? '')} is ${value === true ? 'known' : 'not known'}`;
  return `${inWords(fact ?? '')} ${OPERATORS[operator] ?? operator} ${valueWords(value)}`;
}

function valueWords(value: ConditionText['value']): string {
  if (typeof value === 'object' && 'setting' in value) return `the ${inWords(value.setting)}`;
  if (Array.isArray(value)) return value.join(', ');
  return value === true ? 'yes' : value === false ? 'no' : String(value);
}

/** What a rule comes to: "human review (repeated large refund)". */
export const thenWords = ({ decision, reason, ...params }: RuleText['then']): string =>
  outcomeWords({ decision, reason, params }, true);
