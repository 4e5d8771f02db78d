// `npm start`: builds what changed, then runs the supervisor in this process, so that Ctrl-C reaches it directly.
import { build } from './build.mjs';
import { tellOldNode } from './old-node.mjs';

if (!process.argv.includes('--help')) tellOldNode();
build();
await import('../deploy/standalone/dist/supervisor/main.js');
