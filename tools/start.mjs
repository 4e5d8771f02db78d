// `npm start`: builds what changed, then runs the supervisor in this process, so that Ctrl-C reaches it directly.
import { build } from './build.mjs';

if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) build();
await import('../deploy/dist/standalone/supervisor/main.js');
