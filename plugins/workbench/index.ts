import { add, Command, definePlugin } from '../../core/index.js';
import { workbenchCommands } from './commands/commands.js';

/** What the command line does with files: checks, tests, explains, compares and replays them, and writes new ones. */
export default definePlugin()({
  name: 'workbench',
  version: '1.0.0',
  contract: 1,
  adds: workbenchCommands.map(command => add(Command, command)),
  needs: {},
  provides: [],
  start() {}
});
