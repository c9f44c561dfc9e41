import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the objects of requests out of V8's old space. V8 learns by the place in the code which objects live long, and
 * makes those there at once. Registering and probing many servers teaches it so about places that each request passes,
 * and then every collection copies what dead objects still point at: a fifth of the CPU time of routing a request.
 */
export const keepObjectsYoung = (): void => setFlagsFromString('--no-allocation-site-pretenuring');
