import { nearest } from '../../../core/index.js';
import type { Intent } from '../kinds/intent.js';
import { RECORD_VALUE } from '../kinds/plan.js';
import type { RegisteredTool } from '../tools/registry.js';
import { NAMED_RECORDS } from '../kinds/reply-variables.js';

type At = (pointer: string, code: string, message: string) => void;
type Records = ReadonlyMap<string, readonly string[]>;

/** Holds what plans and replies read of records against what the plan's tools give. */
export function checkRecords(intent: Intent, tools: ReadonlyMap<string, RegisteredTool>, at: At): void {
  const given = new Map<string, readonly string[]>();
  intent.plan.forEach((step, i) => {
    for (const [name, value] of Object.entries(step.with)) {
      const [, record, field] = (typeof value === 'string' && RECORD_VALUE.exec(value)) || [];
      if (record === undefined) continue;
      const wrong = missing(given, record, field!, `no earlier step of the plan gives a record '${record}'`);
      if (wrong !== undefined) at(`/plan/${i}/with/${name}`, 'record_unknown', wrong);
    }
    const tool = tools.get(step.tool);
    for (const [record, fields] of Object.entries(tool?.handler.records?.(tool.definition.handler.with) ?? {}))
      given.set(record, fields);
  });
  for (const [key, { reads }] of intent.replies)
    for (const name of reads) {
      const wrong = misread(name, given);
      if (wrong !== undefined) at(`/replies/${key}`, 'record_unknown', `the template reads '${name}', but ${wrong}`);
    }
}

function misread(name: string, given: Records): string | undefined {
  const path = name.split('.');
  const [record, field] = path[0] === 'records' ? path.slice(1) : path;
  if (record === undefined || (path[0] !== 'records' && !given.has(record))) return undefined;
  // Code other than the plan's tools can give these, so that their absence from the plan proves nothing.
  if (NAMED_RECORDS.has(record) && !given.has(record)) return undefined;
  return missing(given, record, field, `no step of the plan gives a record '${record}'`);
}

function missing(given: Records, record: string, field: string | undefined, none: string): string | undefined {
  const fields = given.get(record);
  if (fields === undefined) return `${none}; there are ${[...given.keys()].join(', ') || 'none'}`;
  if (field === undefined || fields.includes(field)) return undefined;
  const best = nearest(field, fields);
  return `the record '${record}' has no field '${field}'; ${best === undefined ? `it has ${fields.join(', ')}` : `did you mean '${best}'?`}`;
}
