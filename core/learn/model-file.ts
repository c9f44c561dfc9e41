import { endianness } from 'node:os';
import { ChoiceModel } from './choices.js';
import { Model, widthOf, type ModelParts } from './model.js';

const MARK = 'bylaw-model-1';

/** A model as bytes: one line of JSON, then its hashes, rarities and weights, little endian. */
export function encodeModel({ parts }: Model): Buffer {
  const { hashes, idf, weights, base, ...rest } = parts;
  const head = JSON.stringify({ mark: MARK, ...rest, base: [...base], grams_kept: hashes.length, grams: parts.grams });
  return Buffer.concat([
    Buffer.from(`${head}\n`),
    bytesOf(hashes),
    Buffer.from(idf.buffer),
    Buffer.from(weights.buffer)
  ]);
}

const MARK_OF_CHOICES = 'bylaw-choices-1';

/** A model of choices as bytes: one line of JSON, then its hashes and weights, little endian. */
export function encodeChoices({ parts: { digest, hashes, weights, scale } }: ChoiceModel): Buffer {
  const head = JSON.stringify({ mark: MARK_OF_CHOICES, digest, scale, traits: hashes.length });
  return Buffer.concat([Buffer.from(`${head}\n`), bytesOf(hashes), Buffer.from(weights.buffer)]);
}

/** The model of `encodeChoices`' bytes; undefined for anything else. */
export function decodeChoices(bytes: Uint8Array): ChoiceModel | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf(10);
  if (end < 0 || !buffer.subarray(0, 40).includes(MARK_OF_CHOICES)) return undefined;
  try {
    const { digest, scale, traits } = JSON.parse(buffer.toString('utf8', 0, end)) as Record<string, unknown>;
    if (typeof digest !== 'string' || typeof scale !== 'number' || typeof traits !== 'number') return undefined;
    const start = end + 1;
    if (buffer.length !== start + traits * 5) return undefined;
    const hashes = numbersOf(buffer.subarray(start, start + traits * 4));
    return new ChoiceModel({ digest, scale, hashes, weights: new Int8Array(buffer.subarray(start + traits * 4)) });
  } catch {
    return undefined;
  }
}

/** The model of `encodeModel`'s bytes; undefined for anything else. */
export function decodeModel(bytes: Uint8Array): Model | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf(10);
  if (end < 0 || !buffer.subarray(0, 40).includes(MARK)) return undefined;
  try {
    const {
      labels,
      groups,
      digest,
      grams,
      grams_kept,
      wordGrams,
      textGrams = grams_kept,
      scale,
      base
    } = JSON.parse(buffer.toString('utf8', 0, end));
    const count = grams_kept as number;
    if (buffer.length !== end + 1 + count * (5 + widthOf({ labels, groups }))) return undefined;
    const start = end + 1;
    const parts: ModelParts = {
      labels,
      groups,
      digest,
      grams,
      wordGrams,
      textGrams,
      scale,
      base: Float64Array.from(base as number[]),
      hashes: numbersOf(buffer.subarray(start, start + count * 4)),
      idf: new Uint8Array(buffer.subarray(start + count * 4, start + count * 5)),
      weights: new Int8Array(buffer.subarray(start + count * 5))
    };
    return new Model(parts);
  } catch {
    return undefined;
  }
}

function bytesOf(hashes: Uint32Array): Buffer {
  const numbers = Buffer.alloc(hashes.length * 4);
  hashes.forEach((hash, at) => numbers.writeUInt32LE(hash, at * 4));
  return numbers;
}

/** Little endian numbers, copied to where this machine can read them at once. */
function numbersOf(bytes: Buffer): Uint32Array {
  const copy = Uint8Array.from(bytes);
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
  return new Uint32Array(copy.buffer);
}
