export { Adam } from './adam.js';
